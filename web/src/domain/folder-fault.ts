import { ApiFailure } from './failure.js';
import type { SentenceInside } from './sentence.js';

/** What is wrong with a pair of folders, and at which field that is said. */
export interface FolderFault {
  /** Counted from 0. */
  readonly row: number;
  readonly at: 'arr_path' | 'service_path';
  /** The rest of a sentence. */
  readonly reason: SentenceInside;
}

/** Reads the refusal of pairs of folders; undefined for what is none of a single pair. */
export function folderFault(failure: unknown): FolderFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const { code = '', message, params } = failure;
  const { row, member: at } = params;
  if (typeof row !== 'number' || (at !== 'arr_path' && at !== 'service_path')) return undefined;
  // The English names the field first, which the page does in its own words.
  const [, text = message] = message.split(` ${at} `);
  return { row: row - 1, at, reason: { code, params, text } };
}
