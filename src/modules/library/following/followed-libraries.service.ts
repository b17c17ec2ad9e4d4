import { Injectable } from '@nestjs/common';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Libraries that somebody follows without asking: their queues are polled as if somebody looked. */
@Injectable()
export class FollowedLibrariesService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
  ) {}

  /** Somebody follows these libraries: they count as looked at just now. */
  note({ films, series }: { readonly films: readonly string[]; readonly series: readonly string[] }): void {
    for (const instanceId of films) this.films.watched.note(instanceId);
    for (const instanceId of series) this.series.watched.note(instanceId);
  }
}
