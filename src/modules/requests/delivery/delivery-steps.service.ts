import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Log } from '../../../core/logging/log.js';

/**
 * The steps of a delivery, in the order in which they are passed; those about a search once for each. The process may die
 * between any two of them: nothing is lost and nothing is repeated that must not be.
 *
 * | step | what has just become true |
 * |---|---|
 * | claimed | the job is leased to this worker |
 * | access_rechecked | the requester may still use the library |
 * | match_rechecked | the series is still the one that was asked for |
 * | library_read | it is known what the library has of the title |
 * | refresh_sent | the manager has answered that it will ask its metadata for what it lacks of the series |
 * | seasons_narrowed | seasons that exist nowhere have left the request, and their units are given back |
 * | started | the started marker is committed; the next thing is a change to the library |
 * | film_added | the manager has answered that it took the film |
 * | series_added | the manager has answered that it took the series |
 * | film_monitored | the manager has answered that it monitors the film |
 * | series_monitored | the manager has answered that it monitors the series and the seasons |
 * | episodes_monitored | the manager has answered that it monitors the episodes |
 * | search_noted | the search that is owed to a season or its pilot is committed; it is sent next |
 * | search_sent | the manager has answered that it will search: for the film, a season, or a pilot |
 * | search_settled | it is committed that this search was sent; it is never sent again |
 * | outcome_recorded | the job's outcome is committed |
 * | announced | whoever listens has been told |
 */
export const DELIVERY_STEPS = [
  'claimed',
  'access_rechecked',
  'match_rechecked',
  'library_read',
  'refresh_sent',
  'seasons_narrowed',
  'started',
  'film_added',
  'series_added',
  'film_monitored',
  'series_monitored',
  'episodes_monitored',
  'search_noted',
  'search_sent',
  'search_settled',
  'outcome_recorded',
  'announced',
] as const;

/** One of {@link DELIVERY_STEPS}. */
export type DeliveryStep = (typeof DELIVERY_STEPS)[number];

/** Is told of every step that a delivery passes. The server writes them to the log, at debug level. */
@Injectable()
export class DeliveryStepsService {
  constructor(@InjectLog() private readonly log: Log) {}

  /** The delivery of this request has passed this step. */
  passed(step: DeliveryStep, requestId: number): void {
    this.log.debug('delivery step', { step, request_id: requestId });
  }
}
