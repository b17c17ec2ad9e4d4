import { Injectable } from '@nestjs/common';
import type { EventBus } from '../../../core/events/event-bus.js';
import { InstanceChanged, InstanceRemoved } from '../../instances/instances.public.js';
import { FilmReadings } from './film-readings.js';
import { WatchedLibraries } from './watched-libraries.js';

/** Forgets what was read of an instance that is another one now, or gone. */
@Injectable()
export class InstanceFollower {
  constructor(
    private readonly readings: FilmReadings,
    private readonly watched: WatchedLibraries,
  ) {}

  /** Listens from now on. */
  follow(events: EventBus): void {
    events.on(InstanceChanged, ({ instanceId }) => this.readings.forget(instanceId));
    events.on(InstanceRemoved, ({ instanceId }) => {
      this.readings.forget(instanceId);
      this.watched.forget(instanceId);
    });
  }
}
