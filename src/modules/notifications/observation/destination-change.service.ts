import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { Clock } from '../../../core/time/clock.js';
import { AVAILABLE, type EventChoices, NOTIFICATION_EVENTS } from '../events/notification-event.js';
import { sayNotification } from '../notifications.sentences.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { ObservationsRepository } from './observations.repository.js';

export interface DestinationSetup {
  /** Where they go, without a secret; null while it is switched off or there is none. */
  readonly address: string | null;
  readonly events: EventChoices;
}

interface DestinationChange {
  readonly before: DestinationSetup;
  readonly after: DestinationSetup;
  /** Why messages to the address of before are cancelled. */
  readonly reason: Sentence;
}

/** Brings the messages of a destination in line with its settings, in the write that changes them. */
@Injectable()
export class DestinationChangeService {
  constructor(
    private readonly clock: Clock,
    private readonly messages: OutboxRepository,
    private readonly observations: ObservationsRepository,
  ) {}

  /**
   * Cancels what would no longer be sent, and begins to look for what has become available where that is told anew. Limits and errors end
   * with the address that they were of.
   */
  async settle(tx: WriteTx, name: string, { before, after, reason }: DestinationChange): Promise<void> {
    const now = this.clock.now();
    const hasMoved = after.address !== before.address;
    if (hasMoved) {
      await this.messages.cancel(tx, name, reason, now);
      await this.messages.noteState(tx, name, { pausedUntil: null, error: null });
    }
    const silent = NOTIFICATION_EVENTS.filter((event) => !after.events[event]);
    await this.messages.cancel(tx, name, sayNotification('message_event_switched_off'), now, silent);
    const isNew = hasMoved || !before.events[AVAILABLE];
    if (after.address !== null && after.events[AVAILABLE] && isNew) await this.observations.beginBaseline(tx, name);
  }

  /** Forgets a destination that is gone, with its messages, in the write that removes it. */
  async forget(tx: WriteTx, name: string): Promise<void> {
    await this.messages.removeDestination(tx, name);
    await this.observations.endBaseline(tx, name);
  }
}
