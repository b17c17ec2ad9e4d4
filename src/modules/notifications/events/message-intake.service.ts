import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { destinationsTelling } from '../outbox/outbox-destination.js';
import { OutboxWorkerJob } from '../outbox/outbox-worker.job.js';
import { OutboxRepository, type NewMessage } from '../outbox/outbox.repository.js';

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
  async add(tx: WriteTx, message: Omit<NewMessage, 'destination'>): Promise<void> {
    for (const destination of await this.wanting(tx, message.event))
      await this.messages.add(tx, { ...message, destination }, this.clock.now());
  }

  /** Has what was added sent as soon as possible. */
  wake(): void {
    this.worker.wake();
  }
}
