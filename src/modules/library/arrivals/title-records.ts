import { utcDay } from '../../../core/time/utc-day.js';
import { judgeAlbum, type AlbumCircumstances } from '../albums/album-availability.js';
import type { AlbumEntry } from '../albums/album-projection.js';
import type { DownloadQueue } from '../cache/download-queue.js';
import { bindFormats, judgeBook, type AskedBook, type ReadBooks } from '../books/judge-book.js';
import type { BookFormat } from '../books/book-projection.js';
import type { FilmDigestEntry } from '../films/film-digest.js';
import { judgePilot, judgeSeasons } from '../series/judge-seasons.js';
import type { SeriesAvailability } from '../series/series-availability.js';
import type { SeriesDigestEntry } from '../series/series-digest.js';
import type { FoundRecords, TitleRecord } from './title-arrival.js';

/** What the records of a title say; null where they say nothing certain of it. */
export type RecordsNow = FoundRecords | null;

const ABSENT: FoundRecords = {
  record: {
    inLibrary: false,
    isWhole: false,
    files: 0,
    total: 0,
    monitored: false,
    unreleased: null,
    lastSearchedAt: null,
    fileAddedAt: null,
  },
  recordIds: [],
};

/** A film. @param now epoch milliseconds, as below */
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

/** The seasons of a series that are asked about, by the library's numbers. */
export interface WantedSeasons {
  readonly seasons: readonly number[];
  /** Only the first episode of the first of them. */
  readonly pilot: boolean;
}

/** Some seasons of a series, or their first episode. */
export function seriesRecords(
  entry: SeriesDigestEntry | undefined,
  series: SeriesAvailability,
  { seasons, pilot }: WantedSeasons,
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
    lastSearchedAt: null,
    fileAddedAt: null,
  };
  return { record, recordIds: [entry.recordId], parts: pilot ? { seasons: [first], pilot } : { seasons, pilot } };
}

/** A book in some formats. */
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
    lastSearchedAt: null,
    fileAddedAt: null,
  };
  return { record, recordIds: records.flatMap(({ recordIds }) => recordIds) };
}

/** An album. */
export function albumRecords(album: AlbumEntry | undefined, read: AlbumCircumstances, now: number): RecordsNow {
  const state = judgeAlbum(album, read);
  if (!album) return state.known ? ABSENT : null;
  if (album.isUnreadable || album.recordId === null) return null;
  const { files, tracks, monitored, releasedAt, recordId } = album;
  const isWhole = files >= tracks && tracks > 0;
  const isUnreleased = files === 0 && releasedAt !== null && releasedAt > now;
  const record: TitleRecord = {
    ...{ inLibrary: true, isWhole, files, total: tracks, monitored },
    unreleased: isUnreleased ? { expectedOn: utcDay(releasedAt) } : null,
    lastSearchedAt: null,
    fileAddedAt: null,
  };
  return { record, recordIds: [recordId] };
}

const NO_QUEUE: DownloadQueue = new Map();

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
