import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { RequesterLimits } from '../policy/requester-limits.js';
import { RequestAutoApproved, RequestPending } from '../requests.events.js';
import type { FilmWish } from './film-wish.js';
import { PreviewFilmRequest } from './preview-film-request.js';
import { PreviewSeriesRequest, type PricedSelection } from './preview-series-request.js';
import type { SeriesWish } from './series-wish.js';
import type { Submission } from './submission.js';
import { SubmitFilmRequest } from './submit-film-request.js';
import { SubmitSeriesRequest } from './submit-series-request.js';

/** What somebody asks for. */
export type TitleWish = ({ readonly mediaType: 'movie' } & FilmWish) | ({ readonly mediaType: 'tv' } & SeriesWish);

/** Where requests for every kind of title come in. */
@Injectable()
export class RequestIntake {
  constructor(
    private readonly films: SubmitFilmRequest,
    private readonly series: SubmitSeriesRequest,
    private readonly filmPrices: PreviewFilmRequest,
    private readonly seriesPrices: PreviewSeriesRequest,
    private readonly events: EventBus,
    private readonly limits: RequesterLimits,
  ) {}

  /**
   * Saves a request, and tells those whom it concerns.
   *
   * @throws AppError as {@link RequesterLimits.require}, {@link SubmitFilmRequest.submit} and
   *   {@link SubmitSeriesRequest.submit}
   */
  async submit(caller: Caller, wish: TitleWish): Promise<Submission> {
    await this.limits.require(caller, wish);
    const submission = await (wish.mediaType === 'movie'
      ? this.films.submit(caller, wish)
      : this.series.submit(caller, wish));
    if (submission.kind === 'owned') return submission;
    const { requestId, isNew, pending, spent } = submission;
    if (isNew) await this.events.publish(pending ? new RequestPending(requestId) : new RequestAutoApproved(requestId));
    if (spent) await this.events.publish(new RequestQuotaChanged(caller.userId));
    return submission;
  }

  /**
   * What a request would cost. Saves nothing and reserves nothing.
   *
   * @throws AppError as {@link RequesterLimits.told}, {@link PreviewFilmRequest.preview} and
   *   {@link PreviewSeriesRequest.preview}
   */
  async preview(caller: Caller, wish: TitleWish): Promise<PricedSelection> {
    return this.limits.told(caller, wish, async () => {
      if (wish.mediaType === 'tv') return this.seriesPrices.preview(caller, wish);
      return { quote: await this.filmPrices.preview(caller, wish) };
    });
  }
}
