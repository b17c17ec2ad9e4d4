import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { EventBus, type EventType } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import {
  HubAddressShared,
  HubEventsRepository,
  HubInviteSent,
  type NotedHubEvent,
} from '../../media-accounts/media-accounts.public.js';
import {
  LifecycleEventsRepository,
  RequestAutoApproved,
  RequestDecided,
  RequestFailed,
  RequestPending,
  type NotedEvent,
} from '../../requests/requests.public.js';
import { OutboxStepsService } from '../outbox/outbox-steps.service.js';
import { MessageIntakeService, type EventMessage } from './message-intake.service.js';

export const INTAKE_JOB = 'notifications.take';

const SWEEP_MS = 10_000;

/** Events in a row are taken in one write. */
const EVENTS_WAIT_MS = 100;

/** One write holds up the others only for this many events. */
const EVENTS_PER_WRITE = 100;

/** For how long administrators are sent nothing more about the addresses of one account. */
const ADDRESS_REST_MS = 6 * 60 * 60_000;

const WAKING: readonly EventType<object>[] = [
  RequestPending,
  RequestAutoApproved,
  RequestDecided,
  RequestFailed,
  HubAddressShared,
  HubInviteSent,
];

/** Where another module keeps what has happened until it is taken. */
interface EventSource<Row> {
  oldest(tx: ReadTx, limit: number): Promise<readonly Row[]>;
  taken(tx: WriteTx, rows: readonly Row[]): Promise<void>;
}

/** Events are deleted and messages added in one write: a crash loses none and repeats none. Events of the bus only wake it. */
@Injectable()
export class LifecycleIntakeJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly lifecycle: LifecycleEventsRepository,
    private readonly hubEvents: HubEventsRepository,
    private readonly intake: MessageIntakeService,
    private readonly steps: OutboxStepsService,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: INTAKE_JOB,
      title: 'Prepare notifications',
      purpose: 'Turns what has happened to requests and to access at Plex into notifications.',
      everyMs: SWEEP_MS,
      run: (signal) => this.takeAll(signal),
    });
    for (const type of WAKING) this.events.on(type, () => this.jobs.wakeWithin(INTAKE_JOB, EVENTS_WAIT_MS));
  }

  /** Each source is taken by itself: one that fails doesn't keep the other one waiting. The run fails once both have ended. */
  private async takeAll(signal: AbortSignal): Promise<void> {
    const sources = [
      this.takeFrom(this.lifecycle, requestMessage, signal),
      this.takeFrom(this.hubEvents, hubMessage, signal),
    ];
    await Promise.allSettled(sources);
    await Promise.all(sources);
  }

  private async takeFrom<Row extends { readonly id: number }>(
    source: EventSource<Row>,
    messageOf: (row: Row) => EventMessage,
    signal: AbortSignal,
  ): Promise<void> {
    let more = (await this.database.readOne((tx) => source.oldest(tx, 1))).length > 0;
    while (more && !signal.aborted) {
      const taken = await this.database.write(async (tx) => {
        const rows = await source.oldest(tx, EVENTS_PER_WRITE);
        const messages = await this.intake.addAll(tx, rows.map(messageOf));
        await source.taken(tx, rows);
        return { rows, messages };
      });
      for (const { id } of taken.rows) this.steps.reached('taken', id);
      if (taken.messages > 0) this.intake.wake();
      more = taken.rows.length === EVENTS_PER_WRITE;
    }
  }
}

const requestMessage = ({ event, requestId, format, actorId }: NotedEvent): EventMessage => ({
  event,
  actorId,
  subject: { requestIds: [requestId], ...(format !== '' && { format }) },
});

/** Another address is its person's own doing, and so is a sign-in that makes an account; an invitation is nobody's. */
const hubMessage = ({ event, userId, instanceId }: NotedHubEvent): EventMessage => ({
  event,
  subject: { userId, ...(instanceId !== null && { instanceId }) },
  actorId: event === 'hub_invite_sent' ? null : userId,
  ...(event === 'hub_access_request' && { onceInMs: ADDRESS_REST_MS }),
});
