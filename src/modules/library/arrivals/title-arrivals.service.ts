import { Injectable } from '@nestjs/common';
import type { ServarrHappening } from '../../../clients/servarr/history.js';
import { Clock } from '../../../core/time/clock.js';
import { AlbumCacheService, type AlbumName } from '../albums/album-cache.service.js';
import type { AlbumEntry } from '../albums/album-projection.js';
import { BookCacheService } from '../books/book-cache.service.js';
import type { BookFormat, BoundBook } from '../books/book-projection.js';
import type { AskedBook } from '../books/judge-book.js';
import { type DownloadQueue, UNREADABLE_ROWS } from '../cache/download-queue.js';
import type { LibraryCache } from '../cache/library-cache.js';
import { type ManagerClient, mayBeUnread, type Snapshot, type TitleKey } from '../cache/library-kind.js';
import { PERSON_WAITS_MS } from '../cache/library-reader.js';
import { FilmCacheService } from '../films/film-library.service.js';
import type { FilmDigestEntry } from '../films/film-digest.js';
import { judgeSeries, type SeriesObservation } from '../series/judge-series.js';
import type { SeriesAvailability } from '../series/judge-seasons.js';
import { SeriesCacheService } from '../series/series-cache.service.js';
import {
  titleArrival,
  type ArrivalReading,
  type FoundRecords,
  type TitleArrival,
  albumRecords,
  bookRecords,
  filmRecords,
  seriesRecords,
  type RecordsNow,
} from './title-arrival.js';

/** Chooses the seasons by the library's numbers; null where it is unknown which are meant. */
export type SeasonChoice = (series: SeriesAvailability) => readonly number[] | null;

interface RecordReads<Key, Entry> {
  readonly read: (snapshot: Snapshot<Key, Entry>, queue: DownloadQueue | null) => Promise<RecordsNow> | RecordsNow;
  /** Uses only what is cached. */
  readonly remembered: (snapshot: Snapshot<Key, Entry>, queue: DownloadQueue | null) => RecordsNow;
  /** The key by which a report makes the title stale; null where the whole library is read again. */
  readonly titleId: Key | null;
}

/**
 * How far a title has come: its record, its downloads, and what has become of them. Records and queue are those that statuses
 * are judged by, so a library is asked no more often; only the history is read here. Waits two seconds at most; then only what
 * is cached counts.
 *
 * Methods throw AppError for an instance that doesn't exist and for faults of our own storage, never for faults of a library.
 */
@Injectable()
export class TitleArrivalsService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly shows: SeriesCacheService,
    private readonly books: BookCacheService,
    private readonly albums: AlbumCacheService,
    private readonly clock: Clock,
  ) {}

  film(instanceId: string, tmdbId: number): Promise<ArrivalReading> {
    const read = (snapshot: Snapshot<number, FilmDigestEntry>): RecordsNow =>
      mayBeUnread(snapshot, tmdbId) ? null : filmRecords(snapshot.digest.get(tmdbId), this.clock.now());
    return this.of(this.films, instanceId, { read, remembered: read, titleId: tmdbId });
  }

  /** @param choice `pilot` says that only the first episode of the first of the seasons counts */
  series(
    instanceId: string,
    tvdbId: number,
    choice: { readonly seasonsOf: SeasonChoice; readonly pilot: boolean },
  ): Promise<ArrivalReading> {
    const { seasonsOf, pilot } = choice;
    const judge = (observed: SeriesObservation): RecordsNow => {
      const series = judgeSeries(observed, this.clock.now());
      const seasons = seasonsOf(series);
      return seasons && seriesRecords(observed.entry, series, { seasons, pilot });
    };
    return this.of(this.shows, instanceId, {
      read: async (snapshot) =>
        mayBeUnread(snapshot, tvdbId)
          ? null
          : judge(await this.shows.observe(instanceId, snapshot.digest, tvdbId, pilot)),
      remembered: (snapshot) =>
        mayBeUnread(snapshot, tvdbId) ? null : judge(this.shows.remember(instanceId, snapshot.digest, tvdbId)),
      titleId: tvdbId,
    });
  }

  book(instanceId: string, asked: AskedBook, formats: readonly BookFormat[]): Promise<ArrivalReading> {
    const read = ({ digest, hasUnplaced }: Snapshot<string, BoundBook>, queue: DownloadQueue | null): RecordsNow =>
      bookRecords(asked, formats, { index: this.books.indexOf(digest), hasUnplaced, queue }, this.clock.now());
    return this.of(this.books, instanceId, { read, remembered: read, titleId: null });
  }

  album(instanceId: string, name: AlbumName): Promise<ArrivalReading> {
    const read = ({ digest, hasUnplaced }: Snapshot<string, AlbumEntry>, queue: DownloadQueue | null): RecordsNow =>
      albumRecords(this.albums.find(digest, name), { queue, hasUnplaced }, this.clock.now());
    return this.of(this.albums, instanceId, { read, remembered: read, titleId: null });
  }

  private of<Client extends ManagerClient, Key extends TitleKey, Entry>(
    cache: LibraryCache<Client, Key, Entry>,
    instanceId: string,
    { read, remembered, titleId }: RecordReads<Key, Entry>,
  ): Promise<ArrivalReading> {
    cache.reader.watched.note(instanceId);
    return cache.reader.inTime(instanceId, PERSON_WAITS_MS, {
      read: async () => {
        // The queue comes first: a title that has left it is read again, and the records then show the file.
        const queue = await cache.queue(instanceId);
        const snapshot = await cache.snapshot(instanceId);
        if (!snapshot) return unknown('unreadable', cache, instanceId);
        const found = await read(snapshot, queue);
        if (!found) return unknown('unclear', cache, instanceId);
        const history = queue && (await cache.histories.of(instanceId, queue, found.recordIds));
        return { known: true, arrival: arrivalOf(found, queue, history) };
      },
      remembered: () => {
        const { snapshot, queue, isPast } = cache.inMemory(instanceId);
        if (!snapshot || (titleId !== null && isPast(titleId))) return unknown('unreadable', cache, instanceId);
        const found = remembered(snapshot, queue);
        return found ? { known: true, arrival: arrivalOf(found, queue, null) } : unknown('unclear', cache, instanceId);
      },
    });
  }
}

type Times = Pick<LibraryCache<ManagerClient, TitleKey, unknown>, 'lastReadAt'>;

const unknown = (reason: 'unreadable' | 'unclear', cache: Times, instanceId: string): ArrivalReading => ({
  known: false,
  reason,
  lastReadAt: cache.lastReadAt(instanceId),
});

/** A row that could be of any record may be a download of this title: then it is unknown whether there is one. */
function arrivalOf(
  found: FoundRecords,
  queue: DownloadQueue | null,
  history: readonly ServarrHappening[] | null,
): TitleArrival {
  const rows = queue && found.recordIds.flatMap((recordId) => queue.get(recordId) ?? []);
  const arrival = titleArrival(found, rows, history);
  const isUnknown = arrival.downloads?.length === 0 && queue?.has(UNREADABLE_ROWS) && found.recordIds.length > 0;
  return isUnknown ? { ...arrival, downloads: null } : arrival;
}
