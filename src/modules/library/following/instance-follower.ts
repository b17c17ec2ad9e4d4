import { Injectable } from '@nestjs/common';
import type { EventBus } from '../../../core/events/event-bus.js';
import { InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';
import { FilmReadings } from '../films/film-readings.js';
import { SeriesObservations } from '../series/series-observations.js';
import { SeriesReadings } from '../series/series-readings.js';

/** Forgets what was read of an instance that is another one now, or gone. */
@Injectable()
export class InstanceFollower {
  constructor(
    private readonly films: FilmReadings,
    private readonly series: SeriesReadings,
    private readonly observations: SeriesObservations,
  ) {}

  /** Listens from now on. */
  follow(events: EventBus): void {
    events.on(InstanceChanged, ({ instanceId }) => this.forget(instanceId));
    events.on(InstanceRemoved, ({ instanceId }) => {
      this.forget(instanceId);
      for (const readings of [this.films, this.series]) readings.watched.forget(instanceId);
    });
  }

  private forget(instanceId: string): void {
    for (const readings of [this.films, this.series]) readings.forget(instanceId);
    this.observations.forget(instanceId);
  }
}
