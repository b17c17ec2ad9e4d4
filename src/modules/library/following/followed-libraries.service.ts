import { Injectable } from '@nestjs/common';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Keeps libraries polled for people who wait for events without asking. */
@Injectable()
export class FollowedLibrariesService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
  ) {}

  /** Marks these libraries as watched now. */
  note({ films, series }: { readonly films: readonly string[]; readonly series: readonly string[] }): void {
    for (const instanceId of films) this.films.watched.note(instanceId);
    for (const instanceId of series) this.series.watched.note(instanceId);
  }
}
