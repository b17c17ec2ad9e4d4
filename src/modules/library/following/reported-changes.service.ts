import { Injectable } from '@nestjs/common';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import {
  InstanceChanged,
  InstanceRemoved,
  ManagerReported,
  type ManagerReport,
} from '../../instances/instances.public.js';
import { FilmCacheService } from '../films/film-cache.service.js';
import { FilmReported, QueueChanged, SeriesReported } from '../library.events.js';
import { SeriesObservationsService } from '../series/series-observations.service.js';
import { SeriesCacheService } from '../series/series-cache.service.js';
import { QUEUE_POLL_JOB } from './queue-poll.job.js';

/**
 * Drops what is cached of a library when its manager reports a change, and publishes the change afterwards.
 *
 * | happening | dropped | published |
 * |---|---|---|
 * | grabbed, failed | the queue | QueueChanged |
 * | any other of a film | this film and the queue | FilmReported |
 * | any other without a film | films and queue | |
 * | any other of a series | this series, its episodes and the queue | SeriesReported |
 * | any other without a series | series, episodes and queue | |
 * | any of books and music | nothing: none of it is cached yet | QueueChanged |
 *
 * The caches of other libraries stay. The queues are polled again at once. Everything about an instance that was changed or
 * removed is dropped.
 *
 * Source: doc 3 section 3.3, doc 4 section 5.1 and decision Freshness.
 */
@Injectable()
export class ReportedChangesService {
  constructor(
    private readonly films: FilmCacheService,
    private readonly series: SeriesCacheService,
    private readonly observations: SeriesObservationsService,
    private readonly events: EventBus,
    private readonly jobs: JobRunner,
  ) {}

  /** Subscribes to the events. */
  follow(): void {
    this.events.on(InstanceChanged, ({ instanceId }) => this.forget(instanceId));
    this.events.on(InstanceRemoved, ({ instanceId }) => {
      this.forget(instanceId);
      for (const liveCache of [this.films, this.series]) liveCache.watched.forget(instanceId);
    });
    this.events.on(ManagerReported, (reported) => this.take(reported));
  }

  private forget(instanceId: string): void {
    for (const liveCache of [this.films, this.series]) liveCache.forget(instanceId);
    this.observations.forget(instanceId);
  }

  private async take({ instanceId, serviceType, report }: ManagerReported): Promise<void> {
    if (serviceType === 'movie_manager') await this.takeOfFilms(instanceId, report);
    else if (serviceType === 'tv_manager') await this.takeOfSeries(instanceId, report);
    else await this.events.publish(new QueueChanged(instanceId));
    this.jobs.wake(QUEUE_POLL_JOB);
  }

  private async takeOfFilms(instanceId: string, { happening, isUpgrade, filmId }: ManagerReport): Promise<void> {
    if (happening === 'grabbed' || happening === 'failed') {
      this.films.dropQueue(instanceId);
      await this.events.publish(new QueueChanged(instanceId));
      return;
    }
    this.films.reported(instanceId, filmId);
    if (filmId !== null) await this.events.publish(new FilmReported(instanceId, filmId, happening, isUpgrade));
  }

  private async takeOfSeries(instanceId: string, { happening, isUpgrade, series }: ManagerReport): Promise<void> {
    if (happening === 'grabbed' || happening === 'failed') {
      this.series.dropQueue(instanceId);
      await this.events.publish(new QueueChanged(instanceId));
      return;
    }
    this.series.reported(instanceId, series?.tvdbId ?? null);
    this.observations.dropList(instanceId, series?.tvdbId ?? null);
    if (!series) return;
    const { tvdbId, tmdbId } = series;
    await this.events.publish(new SeriesReported(instanceId, tvdbId, tmdbId, happening, isUpgrade));
  }
}
