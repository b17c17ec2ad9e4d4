import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Job } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { QueueChanged } from '../library.events.js';
import { POLL_WAITS_MS } from '../cache/library-reader.js';
import { FollowedLibrariesService, type FollowedKind } from './followed-libraries.service.js';

export const QUEUE_POLL_JOB = 'library.poll-queues';

/** How many libraries are read at the same time; one that hangs delays only the libraries behind it. */
const CONCURRENCY = 4;

/** Publishes the changes in the queues of watched libraries, so that people see a download's progress without asking. */
@Injectable()
export class QueuePollJob implements Job {
  readonly name = QUEUE_POLL_JOB;
  readonly title = 'Check downloads';
  readonly purpose = 'Looks at the download queues of the libraries that people are watching.';
  readonly everyMs = 30_000;

  constructor(
    private readonly libraries: FollowedLibrariesService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Ends when every watched library has answered or failed. A failing one doesn't affect the others. */
  async run(signal: AbortSignal): Promise<void> {
    const waiting = this.libraries.kinds.flatMap(({ liveCache }) =>
      liveCache.reader.watched.current().map((instanceId) => ({ liveCache, instanceId })),
    );
    const workQueue = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await this.pollSafely(next.liveCache, next.instanceId, signal);
        if (signal.aborted) return;
      }
    };
    // Reads are shared with people who wait for them, so a stop doesn't abort them.
    await untilAborted(Promise.all(Array.from({ length: CONCURRENCY }, workQueue)), signal);
  }

  private async pollSafely(
    liveCache: FollowedKind['liveCache'],
    instanceId: string,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      await this.poll(liveCache, instanceId, signal);
    } catch (error) {
      this.log.error('queue poll failed', { instanceId, error });
    }
  }

  private async poll(liveCache: FollowedKind['liveCache'], instanceId: string, signal: AbortSignal): Promise<void> {
    // The read caches the queue and records the changes, also when another reader made it.
    const queueNow = { read: () => liveCache.queue(instanceId), remembered: () => null };
    await liveCache.reader.inTime(instanceId, POLL_WAITS_MS, queueNow);
    if (signal.aborted) return;
    const { queueMoved, progressed } = await liveCache.takeChanges(instanceId);
    if (queueMoved) await this.events.publish(new QueueChanged(instanceId));
    await Promise.all(progressed.map((event) => this.events.publish(event)));
  }
}

async function untilAborted(work: Promise<unknown>, signal: AbortSignal): Promise<void> {
  let leave = (): void => undefined;
  const aborted = new Promise<void>((resolve) => (leave = resolve));
  signal.addEventListener('abort', leave);
  try {
    await Promise.race([work, aborted]);
  } finally {
    // The signal is reused by later rounds.
    signal.removeEventListener('abort', leave);
  }
}
