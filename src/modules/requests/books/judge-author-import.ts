import type { ImportState, PendingAuthorImport } from '../../../clients/chaptarr/chaptarr-imports.js';
import type { UnreadableRow, RowsRead } from '../../../clients/servarr/rows-read.js';
import type { BookFormat } from '../jobs/dispatch-row.entity.js';

/** How far an author is on the way into a library. */
export type AuthorImport =
  /** The manager is at it, or it can't be understood how far it is. */
  | 'waiting'
  /** Nothing hinders the addition of a title. */
  | 'done'
  /** The manager has given up. */
  | 'failed'
  /** Somebody has stopped it. */
  | 'cancelled'
  /** The manager knows of no import, and the author isn't there. */
  | 'abandoned';

/**
 * Judges the import of an author by the manager's list of imports. What waits counts before what has ended, since it can
 * have been asked for again; of several that have ended the latest one counts. A row that can't be read and names the author, or nobody, may be theirs:
 * the manager may be at it.
 *
 * Source: doc 4 section 1.8, add_failure_reason; issue of books and albums, author imports.
 *
 * @param list read before the library, so that an author who arrives in between is seen there
 * @param isThere is the author in the library?
 */
export function judgeAuthorImport(
  list: RowsRead<PendingAuthorImport>,
  foreignAuthorId: string | null,
  format: BookFormat,
  isThere: boolean,
): AuthorImport {
  const own = list.rows
    .filter((one) => one.foreignAuthorId !== null && one.foreignAuthorId === foreignAuthorId)
    .toSorted((one, other) => other.id - one.id)
    .map((one) => stateOf(one, format, isThere));
  if (own.some((state) => state === 'waiting' || state === 'unknown')) return 'waiting';
  if (list.unreadable.some((row) => mayBeOf(row, foreignAuthorId, isThere))) return 'waiting';
  if (isThere) return 'done';
  const [latest = 'none'] = own.filter((state) => state !== 'none');
  return ENDED[latest];
}

/** One that names nobody holds up nothing once the author is there. */
const mayBeOf = ({ foreignId }: UnreadableRow, foreignAuthorId: string | null, isThere: boolean): boolean =>
  foreignId === null || foreignAuthorId === null ? !isThere : foreignId === foreignAuthorId;

/** An import that has ended and brought no author is no success. */
const ENDED: Readonly<Record<ImportState, AuthorImport>> = {
  none: 'abandoned',
  waiting: 'waiting',
  unknown: 'waiting',
  done: 'abandoned',
  partly: 'failed',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The state of the format decides. Where it was not asked for, the import may still bring the author. */
function stateOf({ overall, states }: PendingAuthorImport, format: BookFormat, isThere: boolean): ImportState {
  const own = states[format];
  return own === 'unknown' || (own === 'none' && !isThere) ? overall : own;
}
