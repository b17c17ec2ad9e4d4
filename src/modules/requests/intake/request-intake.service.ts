import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { RequestAutoApproved, RequestPending } from '../requests.events.js';
import type { FilmSelection } from './film-selection.service.js';
import type { SeriesSelection } from './series-selection.service.js';
import type { PricedSelection, Submission } from './submission.js';
import { FilmSubmissionService } from './film-submission.service.js';
import { SeriesSubmissionService } from './series-submission.service.js';

/** The input of a request. */
export type TitleInput =
  ({ readonly mediaType: 'movie' } & FilmSelection) | ({ readonly mediaType: 'tv' } & SeriesSelection);

/** Submits and previews requests for films and series. */
@Injectable()
export class RequestIntakeService {
  constructor(
    private readonly films: FilmSubmissionService,
    private readonly series: SeriesSubmissionService,
    private readonly events: EventBus,
    private readonly limits: RequesterLimitsService,
  ) {}

  /**
   * Saves a request, and publishes it.
   *
   * @throws AppError as {@link RequesterLimitsService.require}, {@link FilmSubmissionService.submit} and {@link
   *   SeriesSubmissionService.submit}
   */
  async submit(caller: Caller, input: TitleInput): Promise<Submission> {
    await this.limits.require(caller, input);
    const submission = await (input.mediaType === 'movie'
      ? this.films.submit(caller, input)
      : this.series.submit(caller, input));
    if (submission.kind === 'owned') return submission;
    const { requestId, isNew, pending, spent } = submission;
    if (isNew) await this.events.publish(pending ? new RequestPending(requestId) : new RequestAutoApproved(requestId));
    if (spent) await this.events.publish(new RequestQuotaChanged(caller.userId));
    return submission;
  }

  /**
   * The price of a request. Saves nothing and reserves nothing.
   *
   * @throws AppError as {@link RequesterLimitsService.guarded}, {@link FilmSubmissionService.preview} and {@link
   *   SeriesSubmissionService.preview}
   */
  async preview(caller: Caller, input: TitleInput): Promise<PricedSelection> {
    return this.limits.guarded(caller, input, async () => {
      if (input.mediaType === 'tv') return this.series.preview(caller, input);
      return { quote: await this.films.preview(caller, input) };
    });
  }
}
