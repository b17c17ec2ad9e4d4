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
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { AllowanceRefusalView } from '../../quotas/quotas.public.js';
import {
  matchRevision,
  TvLibraryChoiceService,
  type TvLibraryQuery,
} from '../../series-matching/series-matching.public.js';
import { DeliveryActionsService } from '../actions/delivery-actions.service.js';
import { RequestDecisionService } from '../actions/request-decision.service.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import { SeriesMatchesService } from '../series/series-matches.service.js';
import { AllRequestsService } from '../status/all-requests.service.js';
import { RequestStatusService } from '../status/request-status.service.js';
import {
  parkedRequest,
  type ParkedRequestView,
  pendingRequest,
  type PendingRequestView,
  tvMatchRepairs,
  type TvMatchRepairsView,
} from './queued-request.view.js';
import { ApproveBody, decisionOverride, DenyBody } from './request.body.js';
import { type CreatedRequestView, createResponse, sayRequest } from './request.view.js';

/** POST /api/admin/requests/{id}/repair-tv-match. */
const REPAIR_BODY = z.strictObject({ revision: matchRevision });

/** The requests routes of administrators: the queues, decisions, and repairs of matches. */
@Controller('api/admin')
export class AdminRequestsController {
  constructor(
    private readonly requests: AllRequestsService,
    private readonly deciding: RequestDecisionService,
    private readonly deliveries: DeliveryActionsService,
    private readonly statuses: RequestStatusService,
    private readonly jobs: JobRunner,
    private readonly repairing: SeriesMatchesService,
    private readonly libraries: TvLibraryChoiceService,
  ) {}

  /** List requests that wait for approval, oldest first. */
  @AdminOnly('requests:manage')
  @Get('requests')
  async pending(): Promise<readonly PendingRequestView[]> {
    return (await this.requests.pending()).map(pendingRequest);
  }

  /** List accepted requests whose delivery has stopped. */
  @AdminOnly('requests:manage')
  @Get('requests/waiting')
  async waiting(): Promise<readonly ParkedRequestView[]> {
    return (await this.requests.parked()).map(parkedRequest);
  }

  /** Approve a request, optionally with another quality or other seasons. */
  @AdminOnly('requests:manage')
  @Post('requests/:id/approve')
  @Answers<{ 429: AllowanceRefusalView }>({
    403: 'The requester may not use the library any more.',
    404: 'There is no such series.',
    409: 'The match of the series does not allow it; `code` names the reason.',
    429: "The requester's allowance does not cover it. Nothing was accepted.",
    502: 'The metadata provider or the library gave an answer that can not be read.',
    503: 'The metadata provider, the library or the allowances can not be asked for now.',
  })
  async approve(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() body: ApproveBody,
  ): Promise<CreatedRequestView> {
    await this.deciding.approve(admin, id, decisionOverride(body));
    this.jobs.wake(DELIVERY_JOB);
    return createResponse(await this.statuses.afterAction(id), admin.role, sayRequest('request_approved'));
  }

  /** Deny a request. */
  @AdminOnly('requests:manage')
  @Post('requests/:id/deny')
  async deny(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() body: DenyBody,
  ): Promise<{ success: true }> {
    await this.deciding.deny(admin, id, body.reason?.trim() ?? '');
    return { success: true };
  }

  /** Let a stopped delivery wait for its library again. */
  @AdminOnly('requests:manage')
  @Post('requests/:id/wait')
  async wait(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<CreatedRequestView> {
    await this.deliveries.wait(admin, id);
    this.jobs.wake(DELIVERY_JOB);
    return createResponse(await this.statuses.afterAction(id), admin.role, sayRequest('request_waits_for_library'));
  }

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
    this.jobs.wake(DELIVERY_JOB);
    return createResponse(await this.statuses.afterAction(id), admin.role, sayRequest('request_matched_again'));
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
    return tvMatchRepairs(await this.repairing.withOldMatch(tmdbId, library));
  }
}
