import { Body, Controller, Get, Param, Query } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { AllowanceRefusalView } from '../../quotas/quotas.public.js';
import {
  matchRevision,
  TvLibraryChoiceService,
  type TvLibraryQuery,
} from '../../series-matching/series-matching.public.js';
import { DeliveryWorkerJob } from '../delivery/delivery-worker.job.js';
import { SeriesMatchesService } from '../series/series-matches.service.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { tvMatchRepairs, type TvMatchRepairsView } from './request-series.view.js';
import { type CreatedRequestView, createResponse } from './request.view.js';

/** POST /api/admin/requests/{id}/repair-tv-match. Source: doc 4 section 1.14. */
const REPAIR_BODY = z.strictObject({ revision: matchRevision });

/**
 * Lists the requests that were made by an earlier match, and gives a request the current one. Source: doc 4 section
 * 1.14.
 */
@Controller('api/admin')
export class TvMatchRepairController {
  constructor(
    private readonly repairing: SeriesMatchesService,
    private readonly statuses: RequestStatusService,
    private readonly worker: DeliveryWorkerJob,
    private readonly libraries: TvLibraryChoiceService,
  ) {}

  /** Give a request the current match of its series. */
  @AdminOnly('requests:manage')
  @Post('requests/:id/repair-tv-match')
  @Answers<{ 429: AllowanceRefusalView }>({
    404: 'There is no such series.',
    409: 'The match of the series does not allow it; `code` names the reason. Or its delivery is under way.',
    429: "The requester's allowance does not cover it. Nothing was accepted.",
    502: 'The metadata provider gave an answer that can not be read, or the library did.',
    503: 'The metadata provider or the library can not be asked for now.',
  })
  async repair(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body(new StrictBodyPipe(REPAIR_BODY)) { revision }: { readonly revision: string },
  ): Promise<CreatedRequestView> {
    await this.repairing.repair(admin, id, revision);
    this.worker.wake();
    return createResponse(await this.statuses.afterAction(id), admin.role, 'Matched again.');
  }

  /** List requests that were made with an older match. */
  @AdminOnly('requests:manage')
  @Get('tv-matches/:tmdb_id/repairs')
  @Answers({
    404: 'There is no such series.',
    502: 'The metadata provider gave an answer that can not be read, or the library did.',
    503: 'The metadata provider or the library can not be asked for now.',
  })
  async repairs(
    @CurrentCaller() admin: Caller,
    @Param('tmdb_id', new IntIdPipe('tmdb')) tmdbId: number,
    @Query() { instance_id: instance }: UnvalidatedQuery<TvLibraryQuery>,
  ): Promise<TvMatchRepairsView> {
    const library = await this.libraries.of(admin, queryWord('instance_id', instance));
    return tvMatchRepairs(await this.repairing.outdated(tmdbId, library));
  }
}
