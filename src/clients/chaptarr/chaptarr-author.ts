import { z, type ZodType } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { rowBy } from '../servarr/rows-read.js';
import { servarrTime } from '../servarr/servarr-values.js';
import {
  type ChaptarrFormat,
  type ChaptarrPicture,
  type ChaptarrRecord,
  foreignId,
  lenientText,
  pictureOf,
} from './chaptarr-values.js';

/** Where an author's titles of one format go. Null where the author has none: nothing of that format can be imported. */
export interface ChaptarrAuthorPlace {
  readonly qualityProfileId: number | null;
  readonly metadataProfileId: number | null;
  readonly rootFolderPath: string | null;
}

/** An author of a Chaptarr library. */
export interface ChaptarrAuthor {
  /** Chaptarr's own id. */
  readonly id: number;
  /** `hc:440501`; null where Chaptarr names none. */
  readonly foreignAuthorId: string | null;
  /** Empty where Chaptarr reports none. */
  readonly name: string;
  /** Is it watched? Titles of an author who isn't are not refreshed. Null where Chaptarr doesn't say. */
  readonly monitored: boolean | null;
  /** When it came into the library, in epoch milliseconds; null where it is missing. */
  readonly added: number | null;
  readonly image: ChaptarrPicture | null;
  readonly places: Readonly<Record<ChaptarrFormat, ChaptarrAuthorPlace>>;
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
