import { Injectable } from '@nestjs/common';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { BookCacheService } from '../books/book-cache.service.js';
import type { LibraryCache } from '../cache/library-cache.js';
import type { TitleKey } from '../cache/library-kind.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';
import { hasNewPart } from './new-part.js';

/** A span of time, in epoch milliseconds: after `from`, up to `to`. */
export interface TimeSpan {
  readonly from: number;
  readonly to: number;
}

/** Files of a title that were imported in a span of time. */
export interface RecentImport {
  /** The id under which the title is requested: of a film or a series a number, of a book or an album a text. */
  readonly titleId: TitleKey;
  /** The manager's own id of the record that they belong to: a book has one for each format. */
  readonly recordId: number;
  /** When the last one of them came, in epoch milliseconds. */
  readonly at: number;
}

/** The media type of a library's titles. */
type MediaType = 'movie' | 'tv' | 'book' | 'music';

type Histories = Pick<LibraryCache<unknown, TitleKey, unknown>['histories'], 'since' | 'now'>;

/**
 * Answers what was imported in a span of time, by the histories that managers keep. A library that can't be read is unknown.
 *
 * Every method throws AppError for an instance that doesn't exist and for faults of our own storage.
 */
@Injectable()
export class RecentImportsService {
  private readonly histories: Readonly<Record<MediaType, Histories>>;

  constructor(films: FilmCacheService, shows: SeriesCacheService, books: BookCacheService, albums: AlbumCacheService) {
    this.histories = { movie: films.histories, tv: shows.histories, book: books.histories, music: albums.histories };
  }

  /** The records that got files, newest first, by the newest thousand rows of the history; null when the library can't be read. */
  async between(mediaType: MediaType, instanceId: string, span: TimeSpan): Promise<readonly RecentImport[] | null> {
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
  async isNew(
    mediaType: MediaType,
    instanceId: string,
    { recordId }: RecentImport,
    span: TimeSpan,
  ): Promise<boolean | null> {
    const happened = await this.histories[mediaType].now(instanceId, recordId);
    return happened && hasNewPart(happened, span);
  }
}
