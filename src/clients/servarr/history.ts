import { z } from 'zod';
import { lenient } from '../http/lenient-members.js';
import type { ServarrTransport } from './servarr-transport.js';
import { servarrTime } from './plain-values.js';

/** What has become of a title in a manager, by its history. The words of it are not kept: they name releases and folders. */
export interface ServarrHappening {
  /** `imported` may be of files that no download brought: see `fromDownload`. */
  readonly kind: 'grabbed' | 'imported' | 'failed' | 'deleted';
  /** Epoch milliseconds. */
  readonly at: number;
  /** Did a download bring it? */
  readonly fromDownload: boolean;
  /** A series: the episode that it happened to; absent for other titles, and where it can't be read. */
  readonly episode?: { readonly id: number; readonly seasonNumber: number; readonly episodeNumber: number };
}

/** The same with the manager's own id of the record that it happened to. */
export interface ServarrRecordHappening extends ServarrHappening {
  readonly recordId: number;
}

export interface HistoryRead<Row extends ServarrHappening = ServarrHappening> {
  /** Newest first. */
  readonly rows: readonly Row[];
  /** So many rows can't be read; what they say is unknown. */
  readonly unread: number;
}

/** How a manager's history is asked for one record, and by which member a row names it. */
export interface HistoryNames {
  readonly filter: 'movieIds' | 'seriesIds' | 'albumId' | 'bookId';
  readonly member: 'movieId' | 'seriesId' | 'albumId' | 'bookId';
  /** Is it a history of episodes? */
  readonly withEpisodes?: true;
}

/** The most rows of a record that are read: the newest ones. */
const MOST_ROWS = 100;

/** The most rows of a whole history that are read: the newest ones, page by page. */
const MOST_RECENT_PAGES = 4;
const RECENT_PAGE_ROWS = 250;

/** The words of all four managers; others say nothing of how far a title has come. */
const KINDS: Readonly<Record<string, ServarrHappening['kind']>> = {
  grabbed: 'grabbed',
  downloadfolderimported: 'imported',
  moviefolderimported: 'imported',
  seriesfolderimported: 'imported',
  artistfolderimported: 'imported',
  trackfileimported: 'imported',
  bookfileimported: 'imported',
  downloadimported: 'imported',
  downloadfailed: 'failed',
  moviefiledeleted: 'deleted',
  episodefiledeleted: 'deleted',
  trackfiledeleted: 'deleted',
  bookfiledeleted: 'deleted',
};

const episode = z.object({ id: z.int(), seasonNumber: z.int(), episodeNumber: z.int() });

const row = z.object({
  movieId: lenient(z.int()),
  seriesId: lenient(z.int()),
  albumId: lenient(z.int()),
  bookId: lenient(z.int()),
  eventType: z.string(),
  date: servarrTime,
  downloadId: lenient(z.string()),
  episode: lenient(episode),
});

const page = z.object({ records: z.array(z.unknown()).nullish(), totalRecords: lenient(z.int()) });

const NEWEST_FIRST = { sortKey: 'date', sortDirection: 'descending' } as const;

/** At most a hundred rows of a record. Others' are left out: a manager that doesn't know the filter answers with everything. */
export async function readHistory(
  transport: ServarrTransport,
  { filter, member, withEpisodes }: HistoryNames,
  recordId: number,
  signal?: AbortSignal,
): Promise<HistoryRead> {
  const query = {
    page: 1,
    pageSize: MOST_ROWS,
    ...NEWEST_FIRST,
    [filter]: recordId,
    ...(withEpisodes ? { includeEpisode: true } : {}),
  };
  const { records } = await transport.json(
    { operation: 'history.list', method: 'GET', path: ['history'], query, signal },
    page,
  );
  const read = (records ?? []).slice(0, MOST_ROWS).map((each) => happening(each, member));
  const rows = read.flatMap((one): readonly ServarrHappening[] => {
    if (typeof one === 'string' || one.recordId !== recordId) return [];
    const { recordId: _, ...said } = one;
    return [said];
  });
  return { rows: newestFirst(rows), unread: unreadIn(read) };
}

/** What has become of all records since this moment (epoch milliseconds), at most the newest thousand rows. @throws UpstreamError */
export async function readRecentHistory(
  transport: ServarrTransport,
  { member }: HistoryNames,
  since: number,
  signal?: AbortSignal,
): Promise<HistoryRead<ServarrRecordHappening>> {
  const happened: ServarrRecordHappening[] = [];
  let [rows, unread] = [0, 0];
  for (let number = 1; number <= MOST_RECENT_PAGES; number += 1) {
    const query = { page: number, pageSize: RECENT_PAGE_ROWS, ...NEWEST_FIRST };
    const { records, totalRecords } = await transport.json(
      { operation: 'history.recent', method: 'GET', path: ['history'], query, signal },
      page,
    );
    const read = (records ?? []).slice(0, RECENT_PAGE_ROWS).map((each) => happening(each, member));
    rows += read.length;
    unread += unreadIn(read);
    const said = read.filter((one) => typeof one !== 'string');
    happened.push(...said.filter(({ at }) => at > since));
    if (read.length === 0 || rows >= (totalRecords ?? Infinity) || said.some(({ at }) => at <= since)) break;
  }
  return { rows: newestFirst(happened), unread };
}

const newestFirst = <Row extends ServarrHappening>(rows: readonly Row[]): readonly Row[] =>
  [...rows].sort((one, other) => other.at - one.at);

/** What a row says, or why it says nothing: it is about something else than how far a title has come, or it can't be read. */
type RowReading = ServarrRecordHappening | 'other' | 'unread';

const unreadIn = (read: readonly RowReading[]): number => read.filter((one) => one === 'unread').length;

function happening(each: unknown, member: HistoryNames['member']): RowReading {
  const { data } = row.safeParse(each);
  if (!data) return 'unread';
  const kind = KINDS[data.eventType.toLowerCase()];
  if (!kind) return 'other';
  const recordId = data[member];
  if (data.date === null || recordId === null) return 'unread';
  const { date: at, downloadId, episode: part } = data;
  return { recordId, kind, at, fromDownload: Boolean(downloadId), ...(part ? { episode: part } : {}) };
}
