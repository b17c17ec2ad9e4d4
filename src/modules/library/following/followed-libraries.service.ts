import { Injectable } from '@nestjs/common';
import type { ClientDefinition } from '../../../clients/servarr/client-definitions.js';
import { Database } from '../../../core/database/database.js';
import {
  InstanceDirectoryService,
  type LibraryManagerType,
  type ManagerReport,
  type ServiceType,
} from '../../instances/instances.public.js';
import { AlbumCacheService } from '../albums/album-cache.service.js';
import { BookCacheService } from '../books/book-cache.service.js';
import type { ManagerQueue } from '../cache/download-queue.js';
import type { LibraryCache } from '../cache/library-cache.js';
import type { ManagerClient, TitleKey } from '../cache/library-kind.js';
import { FilmCacheService } from '../films/film-library.service.js';
import { AlbumReported, BookReported, FilmReported, QueueChanged, SeriesReported } from '../library.events.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

type AnyLibraryCache = Pick<
  LibraryCache<ManagerClient, TitleKey, unknown>,
  'reader' | 'queue' | 'takeChanges' | 'managerQueue' | 'clientDefinitions' | 'dropQueues' | 'forget'
>;

export interface FollowedKind {
  readonly serviceType: ServiceType;
  readonly liveCache: AnyLibraryCache;
  /** For a report that concerns titles, and not the queue alone. @returns the events to publish afterwards */
  dropReported(instanceId: string, report: ManagerReport): readonly object[];
  dropQueue(instanceId: string): void;
}

interface LibrariesByKind {
  readonly films: readonly string[];
  readonly series: readonly string[];
  readonly books: readonly string[];
  readonly albums: readonly string[];
}

interface ManagerName {
  readonly id: string;
  readonly serviceType: LibraryManagerType;
}

/**
 * All kinds of libraries, for those who don't ask about titles. Queues come from the readings that availability uses: they are
 * at most ten seconds old, and a manager that failed a moment ago isn't asked again.
 *
 * | kind | dropped by a report of a title | by a report that names none | published |
 * |---|---|---|---|
 * | films | the film and the queue | films and queue | FilmReported, if named |
 * | series | the series, its episodes and the queue | series, episodes and queue | SeriesReported, if named |
 * | books | all titles and the queue | the same | QueueChanged, and BookReported, if named |
 * | albums | everything, also by a report of the queue alone | everything | QueueChanged, and AlbumReported, if named |
 *
 * Reads throw AppError for an instance that doesn't exist and for faults of our own storage.
 */
@Injectable()
export class FollowedLibrariesService {
  readonly kinds: readonly FollowedKind[];

  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
    private readonly books: BookCacheService,
    private readonly albums: AlbumCacheService,
    private readonly database: Database,
    private readonly instances: InstanceDirectoryService,
  ) {
    this.kinds = [followedFilms(films), followedSeries(series), followedBooks(books), followedAlbums(albums)];
  }

  /** Undefined when nothing of it is cached. */
  kindOf(serviceType: ServiceType): FollowedKind | undefined {
    return this.kinds.find((kind) => kind.serviceType === serviceType);
  }

  /** For people who wait for events without asking. */
  note({ films, series, books, albums }: LibrariesByKind): void {
    for (const instanceId of films) this.films.reader.watched.note(instanceId);
    for (const instanceId of series) this.series.reader.watched.note(instanceId);
    for (const instanceId of books) this.books.reader.watched.note(instanceId);
    for (const instanceId of albums) this.albums.reader.watched.note(instanceId);
  }

  async queue({ id, serviceType }: ManagerName): Promise<ManagerQueue | null> {
    return (await this.kindOf(serviceType)?.liveCache.managerQueue(id)) ?? null;
  }

  /** Not cached; null when they can't be read. */
  async clientDefinitions({ id, serviceType }: ManagerName): Promise<readonly ClientDefinition[] | null> {
    return (await this.kindOf(serviceType)?.liveCache.clientDefinitions(id)) ?? null;
  }

  /** Running reads are dropped too. No library is asked. */
  dropQueues(): void {
    for (const { liveCache } of this.kinds) liveCache.dropQueues();
  }

  /** Of films and series alone. No library is asked. @throws StorageError */
  async dropAll(): Promise<void> {
    const [films, series] = await this.database.read(async (tx) => [
      await this.instances.ofKind(tx, 'movie_manager'),
      await this.instances.ofKind(tx, 'tv_manager'),
    ]);
    for (const { id } of films) this.films.drop(id);
    for (const { id } of series) this.series.drop(id);
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
  };
}

function followedSeries(series: SeriesCacheService): FollowedKind {
  return {
    serviceType: 'tv_manager',
    liveCache: series,
    dropReported(instanceId, { happening, isUpgrade, series: named }) {
      series.invalidate(instanceId, named?.tvdbId ?? null);
      return named ? [new SeriesReported(instanceId, named.tvdbId, named.tmdbId, happening, isUpgrade)] : [];
    },
    dropQueue: (instanceId) => series.dropQueue(instanceId),
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
  };
}

function followedAlbums(albums: AlbumCacheService): FollowedKind {
  return {
    serviceType: 'music_manager',
    liveCache: albums,
    dropReported(instanceId, { happening, isUpgrade, foreignAlbumId }) {
      albums.invalidateAll(instanceId);
      const moved = new QueueChanged(instanceId);
      return foreignAlbumId === null
        ? [moved]
        : [moved, new AlbumReported(instanceId, foreignAlbumId, happening, isUpgrade)];
    },
    dropQueue: (instanceId) => albums.invalidateAll(instanceId),
  };
}
