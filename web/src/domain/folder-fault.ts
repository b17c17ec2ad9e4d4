import { ApiFailure } from './failure.js';

/** What is wrong with a pair of folders, and at which field that is said. */
export interface FolderFault {
  /** Counted from 0. */
  readonly row: number;
  readonly at: 'arr_path' | 'service_path';
  /** The server's own reason, as the rest of a sentence. */
  readonly reason: string;
}

/** Reads the refusal of pairs of folders; undefined for what is none of a single pair. */
export function folderFault(failure: unknown): FolderFault | undefined {
  if (!(failure instanceof ApiFailure) || failure.status !== 400) return undefined;
  const [, number, at, reason] = /\bmapping (\d{1,3}) (arr_path|service_path) (.+)$/.exec(failure.message) ?? [];
  if (number === undefined || reason === undefined) return undefined;
  return { row: Number(number) - 1, at: at === 'arr_path' ? 'arr_path' : 'service_path', reason };
}
