import { matching } from './pending-filter.js';

/** The members of a request that waits which the filters of the queue look at. */
interface Waiting {
  readonly title: string;
  readonly media_type: string;
  readonly user_id: number;
  readonly username: string;
  readonly requested_at: string;
}

/** What is looked for among the requests that wait. */
export interface QueueFilter {
  /** Part of a title or of a name. */
  readonly text: string;
  /** Films, series, books or albums; empty for all. */
  readonly kind: string;
  /** The number of an account; empty for everybody. */
  readonly person: string;
  /** They have waited for at least so many days; empty for all. */
  readonly days: string;
}

/** It keeps everything. */
export const NO_FILTER: QueueFilter = { text: '', kind: '', person: '', days: '' };

/** For how many days a request has waited at least, as the filter offers it. */
export const WAITED_DAYS = ['1', '7', '30'] as const;

const A_DAY = 24 * 3_600_000;

/**
 * Those requests that a filter keeps.
 *
 * @param now in milliseconds since 1970
 */
export function filtered<T extends Waiting>(all: readonly T[], filter: QueueFilter, now: number): readonly T[] {
  const latest = now - Number(filter.days) * A_DAY;
  return matching(all, filter.text).filter(
    ({ media_type: kind, user_id: person, requested_at: at }) =>
      (filter.kind === '' || kind === filter.kind) &&
      (filter.person === '' || String(person) === filter.person) &&
      (filter.days === '' || Date.parse(at) <= latest),
  );
}

/** Everybody who has asked for something that waits, by name. */
export function askersOf(
  all: readonly Pick<Waiting, 'user_id' | 'username'>[],
): readonly { readonly id: number; readonly name: string }[] {
  const names = new Map(all.map(({ user_id: id, username }) => [id, username]));
  return [...names].map(([id, name]) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name));
}
