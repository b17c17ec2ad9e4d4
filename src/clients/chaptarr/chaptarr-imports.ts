import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import { rowBy } from '../servarr/rows-read.js';
import { servarrTime } from '../servarr/servarr-values.js';
import { foreignId, lenientText, type ChaptarrFormat } from './chaptarr-values.js';

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
  /** Empty where Chaptarr reports none. */
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
