import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { filmUnit } from '../../quotas/quotas.public.js';
import { isOwned } from '../kinds/judge-repeat.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { WholeTitlesService, type WholeTitle } from '../kinds/whole-titles.service.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { FilmSelectionService, type FilmSelection } from './film-selection.service.js';
import { LiveFilmsService } from './live-films.service.js';

/** Prices and saves requests for films. */
@Injectable()
export class FilmSubmissionService {
  constructor(
    private readonly inputs: FilmSelectionService,
    private readonly live: LiveFilmsService,
    private readonly policies: RequestPoliciesService,
    private readonly titles: WholeTitlesService,
  ) {}

  /**
   * See {@link WholeTitlesService.submit}.
   *
   * @throws AppError 400, 403 or 404 as {@link FilmSelectionService.resolve}
   * @throws QuotaExceeded 429 when the caller's allowance doesn't cover it
   */
  async submit(caller: Caller, film: FilmSelection): Promise<Submission> {
    return this.titles.submit(caller, await this.titleOf(caller, film));
  }

  /**
   * See {@link WholeTitlesService.preview}.
   *
   * @throws AppError 400, 403 or 404 as a submission; 503 when allowances can't be read
   */
  async preview(caller: Caller, film: FilmSelection): Promise<PricedSelection> {
    return this.titles.preview(caller, await this.titleOf(caller, film));
  }

  private async titleOf(caller: Caller, film: FilmSelection): Promise<WholeTitle> {
    const { input, title } = await this.inputs.resolve(caller, film);
    return {
      subject: input,
      title,
      unit: filmUnit(input.tmdbId),
      isOwned: () => this.live.isOwned(input),
      live: async () => (await this.live.read([input]))(input),
      glance: async () => {
        const live = await this.live.glance(input);
        return { live, needsNothing: isOwned(live) };
      },
      recheck: (tx) => this.inputs.recheck(tx, caller, input),
      accepted: async (tx) => ({
        input: { ...input, title, qualityProfileId: film.qualityProfileId },
        policy: await this.policies.forFilms(tx, caller.userId, caller.role),
      }),
    };
  }
}
