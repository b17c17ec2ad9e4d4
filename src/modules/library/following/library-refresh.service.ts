import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InstanceDirectoryService } from '../../instances/instances.public.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Drops all caches on request, so that the next readers see the current state of the libraries. */
@Injectable()
export class LibraryRefreshService {
  constructor(
    private readonly database: Database,
    private readonly instances: InstanceDirectoryService,
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
  ) {}

  /**
   * Drops the caches of every library of films and series: the next reader reads them again. Nothing else changes, and
   * no library is asked. Source: doc 2 §4 Compat rules, availability sync.
   *
   * @throws StorageError
   */
  async dropAll(): Promise<void> {
    const [films, series] = await this.database.read(async (tx) => [
      await this.instances.ofKind(tx, 'movie_manager'),
      await this.instances.ofKind(tx, 'tv_manager'),
    ]);
    for (const { id } of films) this.films.drop(id);
    for (const { id } of series) this.series.drop(id);
  }
}
