import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';

/**
 * The steps of a delivery, in the order in which they are passed. The process may die between any two of them: nothing
 * is lost and nothing is repeated that must not be.
 *
 * | step | what has just become true |
 * |---|---|
 * | claimed | the job is leased to this worker |
 * | access_rechecked | the requester may still use the library |
 * | library_read | it is known what has to be done |
 * | started | the started marker is committed; the next thing is a change to the library |
 * | film_added | the manager has answered that it took the film |
 * | film_monitored | the manager has answered that it monitors the film |
 * | search_sent | the manager has answered that it will search |
 * | outcome_recorded | the job's outcome is committed |
 * | announced | whoever listens has been told |
 */
export const DELIVERY_STEPS = [
  'claimed',
  'access_rechecked',
  'library_read',
  'started',
  'film_added',
  'film_monitored',
  'search_sent',
  'outcome_recorded',
  'announced',
] as const;

/** One of {@link DELIVERY_STEPS}. */
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

/** Is told of every step that a delivery passes. The server writes them to the log, at debug level. */
@Injectable()
export class DeliverySteps {
  constructor(@InjectLog() private readonly log: Log) {}

  /** The delivery of this request has passed this step. */
  passed(step: DeliveryStep, requestId: number): void {
    this.log.debug('delivery step', { step, request_id: requestId });
  }
}
