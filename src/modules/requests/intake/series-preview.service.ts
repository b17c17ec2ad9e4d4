import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { QuotaService, failingClosed, seasonUnits, type AllowanceQuote } from '../../quotas/quotas.public.js';
import { SeriesEvidenceService } from './series-evidence.service.js';
import { planSeries } from './series-plan.js';
import { SeriesSelectionService, type SeriesSelection } from './series-selection.service.js';
import { OpenSeriesRequestsService } from './open-series-requests.service.js';

/** What a selection would cost. */
export interface PricedSelection {
  readonly quote: AllowanceQuote;
  /** The provider's seasons that a selection of a series came to; undefined for what isn't a series. */
  readonly seasons?: readonly number[];
}

/** What would a request for seasons of a series cost? Saves nothing and reserves nothing. */
@Injectable()
export class SeriesPreviewService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly inputs: SeriesSelectionService,
    private readonly evidence: SeriesEvidenceService,
    private readonly standing: OpenSeriesRequestsService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * The price of what {@link SeriesSubmissionService.submit} would save at this moment. Seasons that are there or stand
   * already cost nothing, as far as the library tells within a quarter of a second. Source: doc 4 section 1.18.
   *
   * @throws AppError 400, 403, 404, 409 or 503 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, seriesInput: SeriesSelection): Promise<PricedSelection> {
    const asked = await this.inputs.resolve(caller, seriesInput);
    const { input, series } = asked;
    const { tvdbId } = series.match;
    const states = await this.evidence.glance(input, tvdbId);
    return failingClosed(() =>
      this.database.read(async (tx) => {
        const { selection } = await this.inputs.judge(tx, caller, asked);
        const plan = planSeries(selection, tvdbId, await this.standing.of(tx, input), states);
        const priced = plan.kind === 'asks' ? [...plan.seasons.keys()] : [];
        const units = seasonUnits(input.tmdbId, priced, selection.work);
        const { instanceId } = input;
        const quote = await this.allowances.preview(tx, caller, { instanceId, units }, this.clock.now());
        return { quote, seasons: [...selection.seasons.keys()] };
      }),
    );
  }
}
