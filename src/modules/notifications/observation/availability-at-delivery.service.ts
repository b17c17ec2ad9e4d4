import { Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import { AcceptedRequestsRepository } from '../../requests/requests.public.js';
import { TvMatchesService } from '../../series-matching/series-matching.public.js';
import type { NotYet, OutboxMessage } from '../outbox/outbox-destination.js';
import { AVAILABLE } from './availability-baseline.service.js';
import { matchHold, isVerifiable } from './open-request.js';

/** What is to be told of a message that says that requests have become available. */
export type Deliverable =
  /** These of its requests still want it. */
  | { readonly requestIds: readonly number[] }
  /** Nobody wants it any more; why. */
  | { readonly cancel: string }
  /** It isn't told now, and perhaps later. */
  | { readonly wait: string };

/** Judges messages on what has become available at the moment when they are sent. For destinations, in `build`. */
@Injectable()
export class AvailabilityAtDeliveryService {
  constructor(
    private readonly accepted: AcceptedRequestsRepository,
    private readonly matches: TvMatchesService,
  ) {}

  /** The message with those of its requests that are still to be told; one about another event as it is. */
  async remaining(tx: ReadTx, message: OutboxMessage): Promise<OutboxMessage | { readonly cancel: string } | NotYet> {
    if (message.event !== AVAILABLE) return message;
    const judged = await this.judge(tx, message.subject.requestIds ?? []);
    if (!('requestIds' in judged)) return judged;
    return { ...message, subject: { ...message.subject, requestIds: judged.requestIds } };
  }

  /**
   * Leaves out requests that aren't accepted any more, and those whose files can't be identified. A series whose match
   * is paused or needs attention waits. Source: doc 2 section 6, availability.
   */
  async judge(tx: ReadTx, requestIds: readonly number[]): Promise<Deliverable> {
    const requests = (await this.accepted.byIds(tx, requestIds)).filter(isVerifiable);
    if (requests.length === 0) return { cancel: 'Nobody waits for the title any more.' };
    const series = requests.filter(({ mediaType }) => mediaType === 'tv');
    const verdicts = series.length === 0 ? [] : await this.matches.compareAll(tx, series);
    const isHeld = series.some((request, index) => matchHold(request, verdicts[index] ?? 'unchanged') !== null);
    if (isHeld) return { wait: 'The match of the series is paused or needs attention.' };
    return { requestIds: requests.map(({ id }) => id) };
  }
}
