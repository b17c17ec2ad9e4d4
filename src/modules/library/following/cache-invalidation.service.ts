import { Injectable } from '@nestjs/common';
import type { EventBus } from '../../../core/events/event-bus.js';
import { InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { SeriesObservationsService } from '../series/series-observations.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';

/** Forgets what was read of an instance that is another one now, or gone. */
@Injectable()
export class CacheInvalidationService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
    private readonly observations: SeriesObservationsService,
  ) {}

  /** Listens from now on. */
  follow(events: EventBus): void {
    events.on(InstanceChanged, ({ instanceId }) => this.forget(instanceId));
    events.on(InstanceRemoved, ({ instanceId }) => {
      this.forget(instanceId);
      for (const liveCache of [this.films, this.series]) liveCache.watched.forget(instanceId);
    });
  }

  private forget(instanceId: string): void {
    for (const liveCache of [this.films, this.series]) liveCache.forget(instanceId);
    this.observations.forget(instanceId);
  }
}
