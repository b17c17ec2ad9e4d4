import type { FakeRequest } from '../fake-server.js';
import type { Fields } from './servarr-fields.js';

/** One page of records, by the envelope that all paged routes but the queue share: past the end there are none. */
export function recordPage<Row>(
  rows: readonly Row[],
  { page = '1', pageSize = '10' }: FakeRequest['query'],
  sortKey: string,
  resource: (row: Row) => Fields,
): Fields {
  const [number, size] = [Number(page), Number(pageSize)];
  return {
    page: number,
    pageSize: size,
    sortKey,
    sortDirection: 'descending',
    totalRecords: rows.length,
    records: rows.slice((number - 1) * size, number * size).map(resource),
  };
}

/** A page of a history, newest first. Rows of one moment stay in their order. */
export function historyPage(rows: readonly Fields[], query: FakeRequest['query']): Fields {
  const newestFirst = [...rows].sort((one, other) => momentOf(other) - momentOf(one));
  return recordPage(newestFirst, query, 'date', (row) => row);
}

const momentOf = ({ date }: Fields): number => Date.parse(String(date));

/** Is this record asked for? All are where no id is named. */
export function recordFilter(ids: FakeRequest['query'][string] | undefined): (id: unknown) => boolean {
  const wanted = ids === undefined ? null : [ids].flat().map(Number);
  return (id) => wanted === null || wanted.includes(Number(id));
}

const DAY_MS = 24 * 3_600_000;

/** The stretch of time that a calendar is asked for, in epoch milliseconds: two days from now where nothing is said. */
export function calendarSpan({ start, end }: FakeRequest['query'], now: number): (moment: number) => boolean {
  const from = start === undefined ? now : Date.parse(String(start));
  const to = end === undefined ? from + 2 * DAY_MS : Date.parse(String(end));
  return (moment) => moment >= from && moment <= to;
}
