import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { Clock } from '../../../core/time/clock.js';
import { QuotaService, failingClosed, filmUnit, type AllowanceQuote } from '../../quotas/quotas.public.js';
import type { RequestSubject } from '../saved/open-key.js';
import { LiveFilmsService } from '../status/live-films.service.js';
import { FilmSelectionService, type FilmSelection } from './film-selection.service.js';
import { isOwned, judgeRepeat } from './judge-repeat.js';
import { FilmSubmissionService } from './film-submission.service.js';

/** What would a request for a film cost? Saves nothing and reserves nothing. */
@Injectable()
export class FilmPreviewService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly inputs: FilmSelectionService,
    private readonly live: LiveFilmsService,
    private readonly submission: FilmSubmissionService,
    private readonly allowances: QuotaService,
  ) {}

  /**
   * The price of what {@link FilmSubmissionService.submit} would save at this moment. What is there or stands already costs
   * nothing, as far as the library tells within a quarter of a second. Source: doc 4 section 1.18.
   *
   * @throws AppError 400, 403 or 404 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, film: FilmSelection): Promise<AllowanceQuote> {
    const { input } = await this.inputs.resolve(caller, film);
    const units = (await this.isFree(input)) ? [] : [filmUnit(input.tmdbId)];
    return failingClosed(() =>
      this.database.read(async (tx) => {
        await this.inputs.recheck(tx, caller, input);
        return this.allowances.preview(tx, caller, { instanceId: input.instanceId, units }, this.clock.now());
      }),
    );
  }

  private async isFree(input: RequestSubject): Promise<boolean> {
    const open = await this.database.read((tx) => this.submission.open(tx, input));
    const live = await this.live.glance(input);
    return isOwned(live) || (open !== null && judgeRepeat(open.delivery, live) === 'stands');
  }
}
