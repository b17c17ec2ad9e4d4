import { Injectable } from '@nestjs/common';
import type { ManagerReport, ServiceType } from '../../instances/instances.public.js';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { AlbumListsService } from '../albums/album-lists.service.js';
import type { LibraryCache } from '../cache/library-cache.js';
import type { TitleKey } from '../cache/library-kind.js';
import { BookCacheService } from '../books/book-cache.service.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { AlbumReported, BookReported, FilmReported, QueueChanged, SeriesReported } from '../library.events.js';
import { SeriesCacheService } from '../series/series-cache.service.js';
import { SeriesObservationsService } from '../series/series-observations.service.js';

/** The cache of any kind of library, for those who don't look at titles. */
type AnyLibraryCache = Pick<
  LibraryCache<unknown, TitleKey, unknown>,
  'reader' | 'queue' | 'takeChanges' | 'managerQueue' | 'clientDefinitions' | 'dropQueues'
>;

/** What one kind of library has cached, and what makes it stale. */
export interface FollowedKind {
  readonly serviceType: ServiceType;
  readonly liveCache: AnyLibraryCache;
  /**
   * Drops what a report makes stale that concerns titles, and not the queue alone.
   *
   * @returns the events to publish afterwards
   */
  dropReported(instanceId: string, report: ManagerReport): readonly object[];
  /** Drops what a report makes stale that concerns the queue alone. */
  dropQueue(instanceId: string): void;
  /** Forgets an instance that was replaced or removed. */
  forget(instanceId: string): void;
}

/**
 * All kinds of libraries that are cached.
 *
 * | kind | dropped by a report of a title | by a report that names none | published |
 * |---|---|---|---|
 * | films | the film and the queue | films and queue | FilmReported, if named |
 * | series | the series, its episodes and the queue | series, episodes and queue | SeriesReported, if named |
 * | books | all titles and the queue | the same | QueueChanged, and BookReported, if named |
 * | albums | everything, also by a report of the queue alone | everything | QueueChanged, and AlbumReported, if named |
 */
@Injectable()
export class FollowedKindsService {
  /** Each kind, once. */
  readonly all: readonly FollowedKind[];

  constructor(
    films: FilmCacheService,
    series: SeriesCacheService,
    observations: SeriesObservationsService,
    books: BookCacheService,
    albums: AlbumCacheService,
    albumLists: AlbumListsService,
  ) {
    this.all = [
      followedFilms(films),
      followedSeries(series, observations),
      followedBooks(books),
      followedAlbums(albums, albumLists),
    ];
  }

  /** The kind of libraries that this manager keeps; undefined when nothing of it is cached. */
  of(serviceType: ServiceType): FollowedKind | undefined {
    return this.all.find((kind) => kind.serviceType === serviceType);
  }
}

function followedFilms(films: FilmCacheService): FollowedKind {
  return {
    serviceType: 'movie_manager',
    liveCache: films,
    dropReported(instanceId, { happening, isUpgrade, filmId }) {
      films.invalidate(instanceId, filmId);
      return filmId === null ? [] : [new FilmReported(instanceId, filmId, happening, isUpgrade)];
    },
    dropQueue: (instanceId) => films.dropQueue(instanceId),
    forget: (instanceId) => films.forget(instanceId),
  };
}

function followedSeries(series: SeriesCacheService, observations: SeriesObservationsService): FollowedKind {
  return {
    serviceType: 'tv_manager',
    liveCache: series,
    dropReported(instanceId, { happening, isUpgrade, series: named }) {
      series.invalidate(instanceId, named?.tvdbId ?? null);
      observations.dropList(instanceId, named?.tvdbId ?? null);
      return named ? [new SeriesReported(instanceId, named.tvdbId, named.tmdbId, happening, isUpgrade)] : [];
    },
    dropQueue: (instanceId) => series.dropQueue(instanceId),
    forget(instanceId) {
      series.forget(instanceId);
      observations.forget(instanceId);
    },
  };
}

function followedBooks(books: BookCacheService): FollowedKind {
  return {
    serviceType: 'book_manager',
    liveCache: books,
    dropReported(instanceId, { happening, isUpgrade, bookRecordId }) {
      books.invalidateAll(instanceId);
      const moved = new QueueChanged(instanceId);
      if (bookRecordId === null) return [moved];
      const key = books.keyOf(instanceId, bookRecordId);
      return [moved, new BookReported(instanceId, bookRecordId, key, happening, isUpgrade)];
    },
    dropQueue: (instanceId) => books.dropQueue(instanceId),
    forget: (instanceId) => books.forget(instanceId),
  };
}

/** Every event drops what is cached of a music library. Source: doc 4 section 5.1. */
function followedAlbums(albums: AlbumCacheService, lists: AlbumListsService): FollowedKind {
  const drop = (instanceId: string): void => {
    albums.invalidateAll(instanceId);
    lists.drop(instanceId);
  };
  return {
    serviceType: 'music_manager',
    liveCache: albums,
    dropReported(instanceId, { happening, isUpgrade, foreignAlbumId }) {
      drop(instanceId);
      const moved = new QueueChanged(instanceId);
      return foreignAlbumId === null
        ? [moved]
        : [moved, new AlbumReported(instanceId, foreignAlbumId, happening, isUpgrade)];
    },
    dropQueue: drop,
    forget(instanceId) {
      albums.forget(instanceId);
      lists.forget(instanceId);
    },
  };
}
