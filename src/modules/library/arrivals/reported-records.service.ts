import { Injectable } from '@nestjs/common';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { BookCacheService } from '../books/book-cache.service.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** A title as its manager's own record has it. */
export interface ReportedRecord {
  /** Empty where the manager reports none. */
  readonly title: string;
  /** The metadata provider's id; null where the manager knows none, and for titles that have none. */
  readonly tmdbId: number | null;
  /** The id under which a book or an album is filed; null for other titles, and where it has none. */
  readonly foreignId: string | null;
  /** Is there a file of it: of a series or an album, of any part? */
  readonly hasFile: boolean;
}

/** What was read of a title: a record, none, or that it is unknown because the library can't be read. */
export type RecordReading =
  | { readonly known: true; readonly record: ReportedRecord | null }
  | { readonly known: false };

const UNKNOWN: RecordReading = { known: false };

/**
 * Reads the manager's own record of a title, anew each time: for who tells people of it, since what a manager reports isn't
 * trusted. Libraries that failed a moment ago aren't asked.
 *
 * Every method throws AppError for an instance that doesn't exist and for faults of our own storage.
 */
@Injectable()
export class ReportedRecordsService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly shows: SeriesCacheService,
    private readonly books: BookCacheService,
    private readonly albums: AlbumCacheService,
  ) {}

  /** A film by its id at the metadata provider. */
  async film(instanceId: string, tmdbId: number): Promise<RecordReading> {
    return reading(await this.films.recordNow(instanceId, tmdbId), (film) => ({ ...film, foreignId: null }));
  }

  /** A series by its id in the library's catalog. */
  async series(instanceId: string, tvdbId: number): Promise<RecordReading> {
    return reading(await this.shows.recordNow(instanceId, tvdbId), ({ title, tmdbId, seasons }) => {
      const hasFile = seasons.some(({ statistics }) => (statistics?.episodeFileCount ?? 0) > 0);
      return { title, tmdbId, foreignId: null, hasFile };
    });
  }

  /** A record of a book by the manager's own id. */
  async book(instanceId: string, recordId: number): Promise<RecordReading> {
    return reading(await this.books.recordNow(instanceId, recordId), ({ title, foreignBookId, hasFile }) => ({
      title,
      tmdbId: null,
      foreignId: foreignBookId,
      hasFile,
    }));
  }

  /** An album by its release group. */
  async album(instanceId: string, foreignAlbumId: string): Promise<RecordReading> {
    const found = await this.albums.reader.readBeside('records of albums', instanceId, async (manager) => ({
      record: await manager.albumByForeignId(foreignAlbumId),
    }));
    return reading(found, ({ title, statistics }) => ({
      title,
      tmdbId: null,
      foreignId: foreignAlbumId,
      hasFile: (statistics?.trackFileCount ?? 0) > 0,
    }));
  }
}

function reading<T>(found: { readonly record: T | null } | null, show: (record: T) => ReportedRecord): RecordReading {
  if (!found) return UNKNOWN;
  if (found.record === null) return { known: true, record: null };
  const { title, tmdbId, foreignId, hasFile } = show(found.record);
  return { known: true, record: { title, tmdbId, foreignId, hasFile } };
}
