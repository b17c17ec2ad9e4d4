import { z, type ZodType } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { rowBy } from '../servarr/rows-read.js';
import { servarrTime } from '../servarr/plain-values.js';
import {
  type ChaptarrFormat,
  type ChaptarrPicture,
  type ChaptarrRecord,
  foreignId,
  lenientText,
  pictureOf,
} from './chaptarr-values.js';

/** Where an author's titles of one format go. Null where the author has none: nothing of that format can be imported. */
export interface ChaptarrAuthorDestination {
  readonly qualityProfileId: number | null;
  readonly metadataProfileId: number | null;
  readonly rootFolderPath: string | null;
}

export interface ChaptarrAuthor {
  readonly id: number;
  /** `hc:440501`; null where Chaptarr names none. */
  readonly foreignAuthorId: string | null;
  readonly name: string;
  /** Is it watched? Titles of an author who isn't are not refreshed. Null where Chaptarr doesn't say. */
  readonly monitored: boolean | null;
  /** When it came into the library, in epoch milliseconds; null where it is missing. */
  readonly added: number | null;
  readonly image: ChaptarrPicture | null;
  readonly places: Readonly<Record<ChaptarrFormat, ChaptarrAuthorDestination>>;
  /** Files of both formats; null where they aren't counted. */
  readonly fileCount: number | null;
  /** Bytes of all files; null where they aren't counted. */
  readonly sizeOnDisk: number | null;
}

/** An author together with the whole record, to be sent back with a change. */
export interface ChaptarrAuthorRecord extends ChaptarrAuthor {
  readonly record: ChaptarrRecord;
}

/** A place that can't be read is not one that is missing: something would be put in its stead. */
const profileId = z
  .int()
  .nullish()
  .transform((id) => id || null);

const authorFields = z.looseObject({
  id: z.int().positive(),
  foreignAuthorId: foreignId,
  authorName: lenientText,
  monitored: lenient(z.boolean()),
  added: lenient(servarrTime),
  images: z.unknown().optional(),
  ebookQualityProfileId: profileId,
  ebookMetadataProfileId: profileId,
  ebookRootFolderPath: foreignId,
  audiobookQualityProfileId: profileId,
  audiobookMetadataProfileId: profileId,
  audiobookRootFolderPath: foreignId,
  statistics: lenient(z.object({ bookFileCount: lenient(z.int()), sizeOnDisk: lenient(z.int()) })),
});

const authorOf = (author: z.infer<typeof authorFields>): ChaptarrAuthor => ({
  id: author.id,
  foreignAuthorId: author.foreignAuthorId,
  name: author.authorName,
  monitored: author.monitored,
  added: author.added,
  image: pictureOf(author.images, 'poster'),
  places: {
    ebook: {
      qualityProfileId: author.ebookQualityProfileId,
      metadataProfileId: author.ebookMetadataProfileId,
      rootFolderPath: author.ebookRootFolderPath,
    },
    audiobook: {
      qualityProfileId: author.audiobookQualityProfileId,
      metadataProfileId: author.audiobookMetadataProfileId,
      rootFolderPath: author.audiobookRootFolderPath,
    },
  },
  fileCount: author.statistics?.bookFileCount ?? null,
  sizeOnDisk: author.statistics?.sizeOnDisk ?? null,
});

export const readAuthor = rowBy<ChaptarrAuthor>(authorFields.transform(authorOf), { foreignId: 'foreignAuthorId' });

export const authorRecordSchema: ZodType<ChaptarrAuthorRecord> = z
  .record(z.string(), z.unknown())
  .transform((record, context) => {
    const judged = authorFields.safeParse(record);
    if (judged.success) return { ...authorOf(judged.data), record };
    for (const { path, message } of judged.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

/**
 * How far the import of an author is.
 *
 * | state | Chaptarr's word |
 * |---|---|
 * | none | NotRequested: nothing of this format was asked for |
 * | waiting | Pending, InProgress, Retrying: Chaptarr goes on by itself |
 * | done | Succeeded |
 * | partly | PartialSuccess: one format came, the other failed for good |
 * | failed | Failed: Chaptarr will not try again |
 * | cancelled | Failed as well, with `Cancelled by user` as its last error; a word of its own is understood, too |
 * | unknown | any other word, or none |
 */
export type ImportState = 'none' | 'waiting' | 'done' | 'partly' | 'failed' | 'cancelled' | 'unknown';

/** An author whose import Chaptarr has put off, since its metadata service didn't have them at the time. */
export interface PendingAuthorImport {
  readonly id: number;
  /** The id that was asked for, `hc:440501`; null where it is missing. */
  readonly foreignAuthorId: string | null;
  readonly authorName: string;
  readonly overall: ImportState;
  readonly states: Readonly<Record<ChaptarrFormat, ImportState>>;
  /** When it was asked for, in epoch milliseconds; null where it is missing. */
  readonly createdAt: number | null;
}

/** Words are compared by their letters alone, ignoring case: the document leaves their spelling open. */
const STATES: Readonly<Record<string, ImportState>> = {
  notrequested: 'none',
  pending: 'waiting',
  queued: 'waiting',
  inprogress: 'waiting',
  processing: 'waiting',
  retrying: 'waiting',
  succeeded: 'done',
  completed: 'done',
  partialsuccess: 'partly',
  failed: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
};

function stateOf(word: string, lastError: string): ImportState {
  const letters = word.toLowerCase().replace(/[^a-z]/g, '');
  const state = Object.hasOwn(STATES, letters) ? (STATES[letters] ?? 'unknown') : 'unknown';
  return state === 'failed' && /^cancell?ed by/i.test(lastError.trim()) ? 'cancelled' : state;
}

const importSchema = z
  .object({
    id: z.int(),
    providerId: foreignId,
    authorName: lenientText,
    overallStatus: lenientText,
    ebookStatus: lenientText,
    audiobookStatus: lenientText,
    lastError: lenientText,
    createdAt: lenient(servarrTime),
  })
  .transform(({ id, providerId, authorName, createdAt, lastError, ...words }): PendingAuthorImport => ({
    id,
    foreignAuthorId: providerId,
    authorName,
    overall: stateOf(words.overallStatus, lastError),
    states: { ebook: stateOf(words.ebookStatus, lastError), audiobook: stateOf(words.audiobookStatus, lastError) },
    createdAt,
  }));

export const readImport = rowBy<PendingAuthorImport>(importSchema, { foreignId: 'providerId' });
