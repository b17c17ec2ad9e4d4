import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { destinationsTelling } from '../outbox/outbox-destination.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import { OutboxRepository, type NewMessage } from '../outbox/outbox.repository.js';
import type { MediaType } from '../../requests/requests.public.js';

/** A message, before its destinations are known. */
export interface EventMessage extends Omit<NewMessage, 'destination' | 'collect'> {
  /** In so many milliseconds a destination gets one message of this event and actor; those failed or cancelled don't count. */
  readonly onceInMs?: number;
}

export interface IssueEvent {
  readonly event: 'issue_created' | 'issue_comment' | 'issue_resolved' | 'issue_reopened';
  readonly issueId: number;
  readonly reporterId: number;
  /** Who did it; null for the server itself. */
  readonly actorId: number | null;
  readonly title: string;
  readonly mediaType: MediaType;
  /** The metadata provider's id; 0 for titles that it has none for. */
  readonly tmdbId: number;
  readonly instanceId: string;
}

type Addressed = EventMessage & Pick<NewMessage, 'destination'>;

/**
 * Adds a message for each destination that tells an event. What becomes of reports is told for the module that keeps them: of
 * those alone that people have sent, and never of a close without a fix.
 */
@Injectable()
export class MessageIntakeService {
  constructor(
    private readonly ports: PortRegistry,
    private readonly messages: OutboxRepository,
    private readonly clock: Clock,
    private readonly worker: OutboxWorkerJob,
  ) {}

  destinationsFor(tx: ReadTx, event: string): Promise<readonly string[]> {
    return destinationsTelling(this.ports, tx, event);
  }

  /** Adds the messages, in the write that makes the event true or takes it. */
  async add(tx: WriteTx, message: EventMessage): Promise<void> {
    await this.addAll(tx, [message]);
  }

  /** In the write that makes it true; the caller wakes the sending afterwards by {@link wake}. */
  addIssueEvent(tx: WriteTx, { event, issueId, actorId, ...about }: IssueEvent): Promise<void> {
    const { reporterId, title, mediaType, tmdbId, instanceId } = about;
    const content = { reporterId, title, mediaType, tmdbId, instanceId };
    return this.add(tx, { event, actorId, subject: { issueId, content } });
  }

  /** As {@link add}, for several events in their order. Returns how many messages that made. */
  async addAll(tx: WriteTx, messages: readonly EventMessage[]): Promise<number> {
    const telling = new Map<string, readonly string[]>();
    for (const { event } of messages)
      if (!telling.has(event)) telling.set(event, await this.destinationsFor(tx, event));
    const all = messages.flatMap((message) =>
      (telling.get(message.event) ?? []).map((destination): Addressed => ({ ...message, destination })),
    );
    const now = this.clock.now();
    const added = await this.withoutRepeated(tx, all, now);
    await this.messages.addAll(tx, added, now);
    return added.length;
  }

  private async withoutRepeated(tx: ReadTx, all: readonly Addressed[], now: number): Promise<readonly Addressed[]> {
    const told = new Map<string, Set<string>>();
    const kept: Addressed[] = [];
    for (const message of all) {
      const { event, actorId, destination, onceInMs } = message;
      if (onceInMs !== undefined && actorId !== null) {
        const key = `${event} ${actorId}`;
        const act = { event, actorId };
        const destinations =
          told.get(key) ?? new Set(await this.messages.destinationsTold(tx, act, now - onceInMs, now));
        told.set(key, destinations);
        if (destinations.has(destination)) continue;
        destinations.add(destination);
      }
      kept.push(message);
    }
    return kept;
  }

  /** Has what was added sent as soon as possible; after the commit. Without it, it is sent within seconds. */
  wake(): void {
    this.worker.wake();
  }
}
