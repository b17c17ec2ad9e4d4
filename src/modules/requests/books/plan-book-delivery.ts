import type { ImportState } from '../../../clients/chaptarr/chaptarr-author.js';
import type { PendingAuthorImport } from '../../../clients/chaptarr/chaptarr-author.js';
import type { AdditionRefused } from '../../../clients/chaptarr/chaptarr-addition.js';
import type { RowsRead, UnreadableRow } from '../../../clients/servarr/rows-read.js';
import { attention, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { BookFormat, LibraryMutation } from '../saved/job-rows.js';

interface RecordsOfFormat {
  /** First the one to work on. */
  readonly recordIds: readonly number[];
  readonly monitored: boolean;
  readonly hasFile: boolean;
}

export interface BegunDelivery {
  readonly mutation: LibraryMutation | null;
  /** How often the search was about to be sent, or was part of an addition, without any word that it was. */
  readonly searches: number;
}

type BookDeliveryPlan =
  | { readonly kind: 'done'; readonly status: 'available' | 'requested' }
  | { readonly kind: 'add' }
  | { readonly kind: 'monitor_and_search'; readonly recordId: number }
  | { readonly kind: 'search'; readonly recordId: number };

/** After so many sendings without a known outcome, a search counts as sent. */
const MOST_SEARCHES = 2;

/**
 * Plans what is missing to bring a format of a title into the library.
 *
 * | records of the format | begun | next |
 * |---|---|---|
 * | none | anything | add |
 * | with a file | anything | done: available |
 * | not watched | anything | monitor and search |
 * | watched | nothing, or its search was sent | done: requested |
 * | watched | anything else, and the search was not sent for certain | search, twice at most |
 *
 * An addition includes its search, unless the author is imported first; an addition whose answer is lost may have been
 * either.
 */
export function planBookDelivery(records: RecordsOfFormat | null, begun: BegunDelivery): BookDeliveryPlan {
  const [recordId] = records?.recordIds ?? [];
  if (!records || recordId === undefined) return { kind: 'add' };
  if (records.hasFile) return { kind: 'done', status: 'available' };
  if (!records.monitored) return { kind: 'monitor_and_search', recordId };
  const isOwed = begun.mutation !== null && begun.mutation !== 'searched';
  if (isOwed && begun.searches < MOST_SEARCHES) return { kind: 'search', recordId };
  return { kind: 'done', status: 'requested' };
}

type AuthorImport =
  /** The manager is at it, or it can't be understood how far it is. */
  | 'waiting'
  | 'done'
  | 'failed'
  | 'cancelled'
  /** The manager knows of no import, and the author isn't there. */
  | 'abandoned';

/**
 * What waits counts before what has ended, since it can have been asked for again; of several that have ended the
 * latest counts. A row that can't be read may be the author's: the manager may be at it.
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

const DESTINATION = /(?:qualityprofileid|metadataprofileid|rootfolderpath)$/;

/** By what the manager objects to. A person must look in every case. */
export function judgeRefusal({ properties, refusals, reason }: AdditionRefused): DeliveryOutcome {
  const message = sayDelivery('delivery_book_refused', { reason });
  if (properties.some((property) => DESTINATION.test(property))) return attention('book_configuration', message);
  if (properties.some((property) => property.startsWith('edition'))) return attention('editions_unavailable', message);
  if (properties.includes('foreignbookid') && refusals.includes('NotEmptyValidator'))
    return attention('metadata_unresolved', message);
  return attention('library_unavailable', message);
}
