import { Injectable } from '@nestjs/common';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { BookCacheService } from '../books/book-cache.service.js';
import { FilmCacheService } from '../films/film-library.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';
import type { ServarrHappening } from '../../../clients/servarr/history.js';
import type { LibraryCache } from '../cache/library-cache.js';
import type { ManagerClient, TitleKey } from '../cache/library-kind.js';

/** Epoch milliseconds: after `from`, up to `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

export interface RecentImport {
  /** The id under which the title is requested: of a film or a series a number, of a book or an album a text. */
  readonly titleId: TitleKey;
  /** The manager's own id of the record that they belong to: a book has one for each format. */
  readonly recordId: number;
  /** When the last one of them came, in epoch milliseconds. */
  readonly at: number;
}

type MediaType = 'movie' | 'tv' | 'book' | 'music';

type Histories = Pick<LibraryCache<ManagerClient, TitleKey, unknown>['histories'], 'since' | 'now'>;

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

/** Not known where the library can't be read; a null record where it has none. */
export type RecordReading =
  | { readonly known: true; readonly record: ReportedRecord | null }
  | { readonly known: false };

const UNKNOWN: RecordReading = { known: false };

/**
 * Reads managers' own records and histories anew each time, for what people are told: what a manager reports isn't trusted.
 * Libraries that failed a moment ago aren't asked; one that can't be read is unknown.
 *
 * Every method throws AppError for an instance that doesn't exist and for faults of our own storage.
 */
@Injectable()
export class ReportedRecordsService {
  private readonly histories: Readonly<Record<MediaType, Histories>>;

  constructor(
    private readonly films: FilmCacheService,
    private readonly shows: SeriesCacheService,
    private readonly books: BookCacheService,
    private readonly albums: AlbumCacheService,
  ) {
    this.histories = { movie: films.histories, tv: shows.histories, book: books.histories, music: albums.histories };
  }

  async film(instanceId: string, tmdbId: number): Promise<RecordReading> {
    return readingOf(await this.films.recordNow(instanceId, tmdbId), (film) => ({ ...film, foreignId: null }));
  }

  async series(instanceId: string, tvdbId: number): Promise<RecordReading> {
    return readingOf(await this.shows.recordNow(instanceId, tvdbId), ({ title, tmdbId, seasons }) => {
      const hasFile = seasons.some(({ statistics }) => (statistics?.episodeFileCount ?? 0) > 0);
      return { title, tmdbId, foreignId: null, hasFile };
    });
  }

  async book(instanceId: string, recordId: number): Promise<RecordReading> {
    return readingOf(await this.books.recordNow(instanceId, recordId), ({ title, foreignBookId, hasFile }) => ({
      title,
      tmdbId: null,
      foreignId: foreignBookId,
      hasFile,
    }));
  }

  async album(instanceId: string, foreignAlbumId: string): Promise<RecordReading> {
    const found = await this.albums.reader.readBeside('records of albums', instanceId, async (manager) => ({
      record: await manager.albumByForeignId(foreignAlbumId),
    }));
    return readingOf(found, ({ title, statistics }) => ({
      title,
      tmdbId: null,
      foreignId: foreignAlbumId,
      hasFile: (statistics?.trackFileCount ?? 0) > 0,
    }));
  }

  /** The records that got files, newest first, by the newest thousand rows of the history; null when the library can't be read. */
  async importsBetween(
    mediaType: MediaType,
    instanceId: string,
    span: TimeSpan,
  ): Promise<readonly RecentImport[] | null> {
    const happened = await this.histories[mediaType].since(instanceId, span.from);
    if (!happened) return null;
    const imports = new Map<number, RecentImport>();
    for (const { kind, at, recordId, titleId } of happened) {
      const isOneOfThem = kind === 'imported' && at <= span.to;
      if (isOneOfThem && !imports.has(recordId)) imports.set(recordId, { titleId, recordId, at });
    }
    return [...imports.values()];
  }

  /** Is one of these files the first one of its part, such as of an episode? Null when the library can't be read. */
  async isNewImport(
    mediaType: MediaType,
    instanceId: string,
    { recordId }: RecentImport,
    span: TimeSpan,
  ): Promise<boolean | null> {
    const happened = await this.histories[mediaType].now(instanceId, recordId);
    return happened && hasNewPart(happened, span);
  }
}

function readingOf<T>(found: { readonly record: T | null } | null, show: (record: T) => ReportedRecord): RecordReading {
  if (!found) return UNKNOWN;
  if (found.record === null) return { known: true, record: null };
  const { title, tmdbId, foreignId, hasFile } = show(found.record);
  return { known: true, record: { title, tmdbId, foreignId, hasFile } };
}

/** Was a file imported that was the first one of its part? A manager notes that it deletes the file that a better one replaces. */
export function hasNewPart(
  happened: readonly Pick<ServarrHappening, 'kind' | 'at' | 'episode'>[],
  { from, to }: { readonly from: number; readonly to: number },
): boolean {
  const first = new Map<number, (typeof happened)[number]>();
  for (const one of happened) {
    if (one.kind !== 'imported' && one.kind !== 'deleted') continue;
    const part = one.episode?.id ?? ONLY_PART;
    const known = first.get(part);
    // Of a replaced file the deletion counts, even at the same moment.
    if (!known || one.at < known.at || (one.at === known.at && one.kind === 'deleted')) first.set(part, one);
  }
  return [...first.values()].some(({ kind, at }) => kind === 'imported' && at > from && at <= to);
}

const ONLY_PART = 0;
