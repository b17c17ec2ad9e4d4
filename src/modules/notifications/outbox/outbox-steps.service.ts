import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';

/** The steps of a message in order. The process may die between any two of them. Beside each stands what is true then. */
export const OUTBOX_STEPS = [
  'taken', // the events are deleted and their messages added, in one write
  'looked_up', // what other systems had to say is known
  'attempt_noted', // it is committed that the message is being sent; it is sent next
  'answered', // the destination has answered
  'recorded', // it is committed what became of the message
] as const;

export type OutboxStep = (typeof OUTBOX_STEPS)[number];

@Injectable()
export class OutboxStepsService {
  constructor(@InjectLog() private readonly log: Log) {}

  reached(step: OutboxStep, id: number): void {
    this.log.debug('outbox step', { step, message_id: id });
  }
}
