import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { destinationsTelling } from '../outbox/outbox-destination.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import { OutboxRepository, type NewMessage } from '../outbox/outbox.repository.js';

/** A message, whoever is told. */
export type ToldMessage = Omit<NewMessage, 'destination' | 'collect'>;

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
  add(tx: WriteTx, message: ToldMessage): Promise<void> {
    return this.addAll(tx, [message]);
  }

  /** As {@link add}, for several events in their order. */
  async addAll(tx: WriteTx, messages: readonly ToldMessage[]): Promise<void> {
    const telling = new Map<string, readonly string[]>();
    for (const { event } of messages) if (!telling.has(event)) telling.set(event, await this.wanting(tx, event));
    const all = messages.flatMap((message) =>
      (telling.get(message.event) ?? []).map((destination) => ({ ...message, destination })),
    );
    await this.messages.addAll(tx, all, this.clock.now());
  }

  /** Has what was added sent as soon as possible. */
  wake(): void {
    this.worker.wake();
  }
}
