import { utcDay } from '../../../core/time/clock.js';
import type { ServarrHappening } from '../../../clients/servarr/history.js';
import { downloadProgress, type QueueRow, type DownloadQueue } from '../cache/download-queue.js';
import type { DownloadStage } from '../cache/download-stage.js';
import { judgeAlbum } from '../albums/album-availability.js';
import type { Circumstances } from '../cache/library-kind.js';
import type { AlbumEntry } from '../albums/album-projection.js';
import { bindFormats, judgeBook, type AskedBook, type ReadBooks } from '../books/judge-book.js';
import type { BookFormat } from '../books/book-projection.js';
import type { FilmDigestEntry } from '../films/film-digest.js';
import { judgePilot, judgeSeasons, type SeriesAvailability } from '../series/judge-seasons.js';
import type { SeriesDigestEntry } from '../series/series-digest.js';

/** A download of a title. It names no release, client, indexer or folder. */
export interface ArrivingDownload {
  readonly stage: DownloadStage;
  /** Epoch milliseconds, as below; null where the manager doesn't say. */
  readonly addedAt: number | null;
  readonly finishesAt: number | null;
}

export interface TitleRecord {
  /** False when the library affirms that it has none. */
  readonly inLibrary: boolean;
  readonly isWhole: boolean;
  /** How many parts are there, and of how many: episodes that have aired, tracks, formats; of a film, 1. */
  readonly files: number;
  readonly total: number;
  /** Is what is missing searched for? */
  readonly monitored: boolean;
  /** Set while what is missing is not out; the day is null where nobody says it, else `YYYY-MM-DD`. */
  readonly unreleased: { readonly expectedOn: string | null } | null;
  /** Epoch milliseconds, as below; null where the manager doesn't say. */
  readonly lastSearchedAt: number | null;
  readonly fileAddedAt: number | null;
}

export interface TitleArrival extends TitleRecord {
  /** Null when the queue can't be read. */
  readonly downloads: readonly ArrivingDownload[] | null;
  /** The share of the downloads that has arrived, 0 to 1; 0 without any. */
  readonly progress: number;
  /** What has become of its downloads and files, newest first; null when the history can't be read. */
  readonly happened: readonly Happening[] | null;
}

export type Happening = Pick<ServarrHappening, 'kind' | 'at' | 'fromDownload'>;

/** `unreadable`: the library can't be read, and last could at `lastReadAt`. `unclear`: it says nothing certain of this title. */
export type ArrivalReading =
  | { readonly known: true; readonly arrival: TitleArrival }
  | { readonly known: false; readonly reason: 'unreadable' | 'unclear'; readonly lastReadAt: number | null };

export const UNREAD_ARRIVAL: ArrivalReading = { known: false, reason: 'unreadable', lastReadAt: null };

export interface FoundRecords {
  readonly record: TitleRecord;
  /** The manager's own ids; empty without a record. */
  readonly recordIds: readonly number[];
  /** Selects the downloads and happenings of the parts that were asked for; all of them when left out. */
  readonly parts?: WantedParts;
}

interface WantedParts {
  readonly seasons: readonly number[];
  /** Only the first episode of each season. */
  readonly pilot: boolean;
}

export function titleArrival(
  { record, parts }: FoundRecords,
  rows: readonly QueueRow[] | null,
  history: readonly ServarrHappening[] | null,
): TitleArrival {
  const own = history && history.filter((one) => isPart(one, parts));
  const wanted = rows && rows.filter((row) => isRow(row, parts, own ?? []));
  return {
    ...record,
    downloads:
      wanted &&
      wanted.map(({ stage = 'downloading', addedAt = null, finishesAt = null }) => ({ stage, addedAt, finishesAt })),
    progress: downloadProgress(wanted ?? []),
    happened: own && sinceDeletion(own).map(({ kind, at, fromDownload }) => ({ kind, at, fromDownload })),
  };
}

function isPart({ episode }: ServarrHappening, parts: WantedParts | undefined): boolean {
  if (!parts) return true;
  if (!episode || !parts.seasons.includes(episode.seasonNumber)) return false;
  return !parts.pilot || episode.episodeNumber === 1;
}

/** Which row is for the first episode is known by the happening that names its number: a row names only its id. */
function isRow(row: QueueRow, parts: WantedParts | undefined, own: readonly ServarrHappening[]): boolean {
  if (!parts) return true;
  if (parts.pilot) return own.some(({ episode }) => episode?.id === row.part);
  return row.season !== undefined && parts.seasons.includes(row.season);
}

/** What was before a file was deleted says nothing of what is there now. */
function sinceDeletion(newestFirst: readonly ServarrHappening[]): readonly ServarrHappening[] {
  const deleted = new Set<number>();
  return newestFirst.filter(({ kind, episode }) => {
    const part = episode?.id ?? WHOLE_TITLE;
    if (kind === 'deleted') deleted.add(part);
    return !deleted.has(part);
  });
}

const WHOLE_TITLE = 0;

/** What the records of a title say; null where they say nothing certain of it. */
export type RecordsNow = FoundRecords | null;

const UNDATED = { lastSearchedAt: null, fileAddedAt: null };

const ABSENT: FoundRecords = {
  record: {
    inLibrary: false,
    isWhole: false,
    files: 0,
    total: 0,
    monitored: false,
    unreleased: null,
    ...UNDATED,
  },
  recordIds: [],
};

export function filmRecords(film: FilmDigestEntry | undefined, now: number): FoundRecords {
  if (!film) return ABSENT;
  const { hasFile, monitored, digital, inCinemas, lastSearchedAt = null, fileAddedAt } = film;
  const today = utcDay(now);
  const ahead = [digital, inCinemas].filter((day) => day !== undefined && day > today);
  const unreleased = film.isUnreleased && !hasFile ? { expectedOn: ahead[0] ?? null } : null;
  const files = hasFile ? 1 : 0;
  const record: TitleRecord = {
    ...{ inLibrary: true, isWhole: hasFile, files, total: 1, monitored, unreleased, lastSearchedAt, fileAddedAt },
  };
  return { record, recordIds: [film.recordId] };
}

export function seriesRecords(
  entry: SeriesDigestEntry | undefined,
  series: SeriesAvailability,
  { seasons, pilot }: WantedParts,
): RecordsNow {
  const [first] = seasons;
  if (!series.known || first === undefined) return null;
  if (!entry) return ABSENT;
  const state = pilot ? judgePilot(series, first) : judgeSeasons(series, seasons);
  if (!state.known) return null;
  const counted = series.seasons.filter(({ seasonNumber }) => seasons.includes(seasonNumber));
  const own = entry.seasons.filter(({ seasonNumber }) => seasons.includes(seasonNumber));
  const isWhole = state.status === 'available';
  const files = pilot ? Number(isWhole) : sum(counted.map((season) => season.files));
  const airs = own.flatMap(({ airsFirstAt }) => airsFirstAt ?? []);
  const isUnreleased = files === 0 && own.length > 0 && airs.length === own.length;
  const record: TitleRecord = {
    inLibrary: true,
    isWhole,
    files,
    total: pilot ? 1 : sum(counted.map(({ episodes }) => episodes)),
    monitored: pilot ? state.status !== 'unavailable' : entry.monitored && own.some(({ monitored }) => monitored),
    unreleased: isUnreleased ? { expectedOn: utcDay(Math.min(...airs)) } : null,
    ...UNDATED,
  };
  return { record, recordIds: [entry.recordId], parts: pilot ? { seasons: [first], pilot } : { seasons, pilot } };
}

export function bookRecords(
  asked: AskedBook,
  formats: readonly BookFormat[],
  read: ReadBooks,
  now: number,
): RecordsNow {
  // Its downloads are judged elsewhere: without a readable queue the records still say what is there.
  const judged = judgeBook(asked, { ...read, queue: read.queue ?? NO_QUEUE });
  const bound = bindFormats(asked, read.index);
  const states = formats.map((format) => judged[format]);
  const held = formats.flatMap((format) => {
    const book = bound[format];
    return book === undefined || book === 'ambiguous' ? [] : [book[format]];
  });
  const records = held.filter((one) => one !== null);
  const available = states.filter((state) => state.known && state.status === 'available').length;
  if (states.some((state) => !state.known)) return null;
  const missing = records.filter(({ hasFile }) => !hasFile);
  const days = missing.flatMap(({ releasedAt }) => (releasedAt !== null && releasedAt > now ? [releasedAt] : []));
  const isUnreleased = missing.length > 0 && days.length === missing.length;
  const record: TitleRecord = {
    inLibrary: records.length > 0,
    isWhole: available === formats.length,
    files: available,
    total: formats.length,
    monitored: missing.some(({ monitored }) => monitored),
    unreleased: isUnreleased ? { expectedOn: utcDay(Math.min(...days)) } : null,
    ...UNDATED,
  };
  return { record, recordIds: records.flatMap(({ recordIds }) => recordIds) };
}

export function albumRecords(album: AlbumEntry | undefined, read: Circumstances, now: number): RecordsNow {
  const state = judgeAlbum(album, read);
  if (!album) return state.known ? ABSENT : null;
  if (album.isUnreadable || album.recordId === null) return null;
  const { files, tracks, monitored, releasedAt, recordId } = album;
  const isWhole = files >= tracks && tracks > 0;
  const isUnreleased = files === 0 && releasedAt !== null && releasedAt > now;
  const record: TitleRecord = {
    ...{ inLibrary: true, isWhole, files, total: tracks, monitored },
    unreleased: isUnreleased ? { expectedOn: utcDay(releasedAt) } : null,
    ...UNDATED,
  };
  return { record, recordIds: [recordId] };
}

const NO_QUEUE: DownloadQueue = new Map();

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
