import { daysFrom } from './relative-time.js';

/** When something was asked for, as lists of requests are parted: by weeks at first, then by months. */
export type RequestAge = { readonly of: 'this-week' | 'last-week' } | { readonly of: 'month'; readonly month: string };

/** How many days the week has gone on at a moment: 0 on Monday. */
const dayOfWeek = (at: number): number => (new Date(at).getDay() + 6) % 7;

/**
 * The part of a list that a request belongs to.
 *
 * @param at, now in milliseconds since 1970
 */
export function requestAge(at: number, now: number): RequestAge {
  const days = -daysFrom(now, at);
  const sinceMonday = dayOfWeek(now);
  if (days <= sinceMonday) return { of: 'this-week' };
  if (days <= sinceMonday + 7) return { of: 'last-week' };
  const date = new Date(at);
  return { of: 'month', month: `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}` };
}

const isSame = (one: RequestAge, other: RequestAge): boolean => JSON.stringify(one) === JSON.stringify(other);

/** A row of a list, and whether it begins or ends its part. */
export interface AgedRow {
  /** Of the part that begins with it. */
  readonly begins: RequestAge | undefined;
  readonly isLast: boolean;
}

/** Which rows begin and end a part, by their numbers. The rows are in the order of their times. */
export function agedRows(
  rows: readonly { readonly request_id: number; readonly requested_at: string }[],
  now: number,
): ReadonlyMap<number, AgedRow> {
  const ages = rows.map(({ requested_at: at }) => requestAge(Date.parse(at), now));
  const isSameAs = (at: number, other: number): boolean => {
    const [one, two] = [ages[at], ages[other]];
    return one !== undefined && two !== undefined && isSame(one, two);
  };
  return new Map(
    rows.map(({ request_id: id }, at) => [
      id,
      { begins: isSameAs(at, at - 1) ? undefined : ages[at], isLast: !isSameAs(at, at + 1) },
    ]),
  );
}
