import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import {
  LifecycleEventsRepository,
  RequestAutoApproved,
  RequestDecided,
  RequestFailed,
  RequestPending,
  type NotedEvent,
} from '../../requests/requests.public.js';
import { OutboxStepsService } from '../outbox/outbox-steps.service.js';
import { MessageIntakeService } from './message-intake.service.js';

/** The name of the job that takes what has happened to requests. */
export const INTAKE_JOB = 'notifications.take';

const SWEEP_MS = 10_000;

/** One write holds up the others only for this many events. */
const EVENTS_PER_WRITE = 100;

const WAKING: readonly EventType<object>[] = [RequestPending, RequestAutoApproved, RequestDecided, RequestFailed];

/**
 * Takes what has happened to requests, and adds a message for each destination that tells it: events are deleted and messages
 * added in one write, so that a crash loses none and repeats none. Events of the bus only wake it.
 */
@Injectable()
export class LifecycleIntakeJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly lifecycle: LifecycleEventsRepository,
    private readonly intake: MessageIntakeService,
    private readonly steps: OutboxStepsService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: INTAKE_JOB,
      title: 'Prepare notifications',
      purpose: 'Turns what has happened to requests into notifications.',
      everyMs: SWEEP_MS,
      run: (signal) => this.takeAll(signal),
    });
    for (const type of WAKING) this.events.on(type, () => this.jobs.wake(INTAKE_JOB));
  }

  private async takeAll(signal: AbortSignal): Promise<void> {
    let more = (await this.database.readOne((tx) => this.lifecycle.oldest(tx, 1))).length > 0;
    if (!more) return;
    while (more && !signal.aborted) {
      const taken = await this.database.write((tx) => this.take(tx));
      for (const { id } of taken) this.steps.passed('taken', id);
      more = taken.length === EVENTS_PER_WRITE;
    }
    this.intake.wake();
  }

  private async take(tx: WriteTx): Promise<readonly NotedEvent[]> {
    const rows = await this.lifecycle.oldest(tx, EVENTS_PER_WRITE);
    await this.intake.addAll(tx, rows.map(messageOf));
    await this.lifecycle.taken(tx, rows);
    return rows;
  }
}

const messageOf = ({ event, requestId, format, actorId }: NotedEvent) => ({
  event,
  actorId,
  subject: { requestIds: [requestId], ...(format !== '' && { format }) },
});
