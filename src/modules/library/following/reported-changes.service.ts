import { Injectable } from '@nestjs/common';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { InstanceChanged, InstanceRemoved, ManagerReported } from '../../instances/instances.public.js';
import { QueueChanged } from '../library.events.js';
import { FollowedLibrariesService } from './followed-libraries.service.js';
import { QUEUE_POLL_JOB } from './queue-poll.job.js';

/**
 * Drops what a manager's report makes stale, and publishes the change afterwards.
 *
 * | happening | dropped | published |
 * |---|---|---|
 * | grabbed, failed | the queue; of music everything | QueueChanged |
 * | any other | what the kind of library says: see `FollowedLibrariesService` | the same |
 *
 * The queues are polled again at once. Everything about an instance that was changed or removed is dropped.
 */
@Injectable()
export class ReportedChangesService {
  constructor(
    private readonly libraries: FollowedLibrariesService,
    private readonly events: EventBus,
    private readonly jobs: JobRunner,
  ) {}

  follow(): void {
    this.events.on(InstanceChanged, ({ instanceId }) => this.forget(instanceId));
    this.events.on(InstanceRemoved, ({ instanceId }) => {
      this.forget(instanceId);
      for (const { liveCache } of this.libraries.kinds) liveCache.reader.watched.forget(instanceId);
    });
    this.events.on(ManagerReported, (reported) => this.take(reported));
  }

  private forget(instanceId: string): void {
    for (const { liveCache } of this.libraries.kinds) liveCache.forget(instanceId);
  }

  private async take(reported: ManagerReported): Promise<void> {
    for (const event of this.drop(reported)) await this.events.publish(event);
    this.jobs.wake(QUEUE_POLL_JOB);
  }

  private drop({ instanceId, serviceType, report }: ManagerReported): readonly object[] {
    const kind = this.libraries.kindOf(serviceType);
    if (kind && report.happening !== 'grabbed' && report.happening !== 'failed') {
      return kind.dropReported(instanceId, report);
    }
    kind?.dropQueue(instanceId);
    return [new QueueChanged(instanceId)];
  }
}
