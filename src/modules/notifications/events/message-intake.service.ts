import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { destinationsTelling } from '../outbox/outbox-destination.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import { OutboxRepository, type NewMessage } from '../outbox/outbox.repository.js';

/** A message, whoever is told. */
export interface ToldMessage extends Omit<NewMessage, 'destination' | 'collect'> {
  /**
   * In how many milliseconds a destination gets one message of this event and actor; left out for no such limit. Messages that
   * failed or were cancelled don't count.
   */
  readonly onceInMs?: number;
}

/** A message of one destination. */
type Addressed = ToldMessage & Pick<NewMessage, 'destination'>;

/** Adds a message for each destination that tells an event. */
@Injectable()
export class MessageIntakeService {
  constructor(
    private readonly ports: PortRegistry,
    private readonly messages: OutboxRepository,
    private readonly clock: Clock,
    private readonly worker: OutboxWorkerJob,
  ) {}

  /** The names of the destinations that tell an event at this moment. */
  wanting(tx: ReadTx, event: string): Promise<readonly string[]> {
    return destinationsTelling(this.ports, tx, event);
  }

  /** Adds the messages, in the write that makes the event true or takes it. */
  async add(tx: WriteTx, message: ToldMessage): Promise<void> {
    await this.addAll(tx, [message]);
  }

  /** As {@link add}, for several events in their order. Returns how many messages that made. */
  async addAll(tx: WriteTx, messages: readonly ToldMessage[]): Promise<number> {
    const telling = new Map<string, readonly string[]>();
    for (const { event } of messages) if (!telling.has(event)) telling.set(event, await this.wanting(tx, event));
    const all = messages.flatMap((message) =>
      (telling.get(message.event) ?? []).map((destination): Addressed => ({ ...message, destination })),
    );
    const now = this.clock.now();
    const added = await this.withoutRepeated(tx, all, now);
    await this.messages.addAll(tx, added, now);
    return added.length;
  }

  /** Leaves out messages limited by `onceInMs` that their destination already has. */
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

  /** Has what was added sent as soon as possible. */
  wake(): void {
    this.worker.wake();
  }
}
