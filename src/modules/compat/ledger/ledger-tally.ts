import type { TitleKind } from '../titles/media-id.js';
import { FILTERS, isInDoubt, passes, type Selection } from './ledger-filter.js';
import { isUnknown, type LedgerRow } from './ledger-row.js';

/** How many requests there are. Source: doc 2 §2, counts. */
export interface LedgerCounts {
  readonly total: number;
  readonly movie: number;
  readonly tv: number;
  readonly pending: number;
  readonly approved: number;
  readonly declined: number;
  readonly processing: number;
  readonly available: number;
  readonly completed: number;
}

/** Counts requests while they change. */
export class LedgerTally {
  private readonly figures = {
    ...{ total: 0, movie: 0, tv: 0 },
    ...{ pending: 0, approved: 0, declined: 0, processing: 0, available: 0, completed: 0 },
  };
  /** How many requests are in doubt, by kind and filter, of an account and of all. */
  private readonly doubts = new Map<string, number>();
  private readonly ofUser = new Map<number, number>();

  /** The figures of this moment. */
  get counts(): LedgerCounts {
    return { ...this.figures };
  }

  /** How many requests may or may not belong to a selection, because their status is unknown. */
  inDoubt({ filter, mediaType, requestedBy }: Selection): number {
    const kinds: readonly TitleKind[] = mediaType === null ? ['movie', 'tv'] : [mediaType];
    return kinds.reduce((sum, kind) => sum + (this.doubts.get(doubtKey(kind, filter, requestedBy)) ?? 0), 0);
  }

  /** How many requests an account has made. */
  ofAccount(userId: number): number {
    return this.ofUser.get(userId) ?? 0;
  }

  /** One row takes the place of another; undefined for none. */
  replace(before: LedgerRow | undefined, after: LedgerRow | undefined): void {
    if (before) this.add(before, -1);
    if (after) this.add(after, 1);
  }

  private add(row: LedgerRow, one: 1 | -1): void {
    const { figures } = this;
    const { mediaType, userId } = row.entry;
    figures.total += one;
    figures[mediaType] += one;
    if (row.status === 3) figures.declined += one;
    for (const filter of ['pending', 'approved', 'processing', 'available', 'completed'] as const) {
      if (passes(row, filter)) figures[filter] += one;
    }
    add(this.ofUser, userId, one);
    if (isUnknown(row)) this.addDoubts(row, one);
  }

  private addDoubts(row: LedgerRow, one: 1 | -1): void {
    const { mediaType, userId } = row.entry;
    for (const filter of FILTERS) {
      if (!isInDoubt(row, filter)) continue;
      for (const account of [userId, null]) add(this.doubts, doubtKey(mediaType, filter, account), one);
    }
  }
}

const doubtKey = (kind: string, filter: string, account: number | null): string => `${kind} ${filter} ${account ?? ''}`;

/** Counts under a key; nothing is kept of what comes to none. */
function add<Key>(counts: Map<Key, number>, key: Key, one: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + one;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
