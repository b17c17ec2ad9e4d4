import { Body, Controller, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { ManageDelivery } from '../decisions/manage-delivery.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { PreviewFilmRequest } from '../intake/preview-film-request.js';
import { SubmitFilmRequest } from '../intake/submit-film-request.js';
import { retiredAction } from '../requests.errors.js';
import { ReadRequests } from '../status/read-requests.js';
import { CreateRequestBody, filmWish } from './create-request.body.js';
import { DeliveryActionBody } from './decision.body.js';
import { queryFlag, queryMediaType, queryWord } from './query-flags.js';
import { previewResponse, type PreviewResponse } from './request-quotas.view.js';
import {
  createResponse,
  ownedResponse,
  receiptResponse,
  requestLogEntry,
  statusResponse,
  submissionMessage,
} from './request.view.js';

/** What a member does with requests: ask, look where they stand, retry and withdraw. Source: doc 4 section 1.1. */
@Controller('api/requests')
export class RequestsController {
  constructor(
    private readonly submitting: SubmitFilmRequest,
    private readonly previewing: PreviewFilmRequest,
    private readonly reading: ReadRequests,
    private readonly deliveries: ManageDelivery,
    private readonly worker: DeliveryWorker,
  ) {}

  @RequirePermission('media:request')
  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody) {
    const submission = await this.submitting.submit(caller, filmWish(body));
    if (submission.kind === 'owned') return ownedResponse(submission.title, submission.instanceId);
    this.worker.wake();
    const view = await this.reading.receipt(caller, submission.requestId, !submission.isNew);
    return createResponse(view, caller.role, submissionMessage(view, submission.isNew));
  }

  @RequirePermission('media:request')
  @Post('preview')
  @HttpCode(200)
  async preview(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody): Promise<PreviewResponse> {
    return previewResponse(await this.previewing.preview(caller, filmWish(body)));
  }

  @RequirePermission('media:request')
  @Get()
  @Header('Cache-Control', 'no-store')
  async own(@CurrentCaller() caller: Caller) {
    return (await this.reading.own(caller)).map((view) => requestLogEntry(view, caller.role));
  }

  @RequirePermission('media:request')
  @Get('delivery-status')
  @Header('Cache-Control', 'no-store')
  async deliveryStatus(@CurrentCaller() caller: Caller, @Query() query: Record<string, unknown>) {
    const id = new IntIdPipe('request').transform(query['request_id']);
    const includeLive = queryFlag('include_live', query['include_live'], true);
    return receiptResponse(await this.reading.receipt(caller, id, includeLive), caller.role);
  }

  @RequirePermission('media:request')
  @Get(':tmdb_id/status')
  @Header('Cache-Control', 'no-store')
  async status(
    @CurrentCaller() caller: Caller,
    @Param('tmdb_id', new IntIdPipe('media')) tmdbId: number,
    @Query() query: Record<string, unknown>,
  ) {
    queryMediaType(query['media_type']);
    const state = await this.reading.film(caller, tmdbId, queryWord('instance_id', query['instance_id']));
    return statusResponse(state, caller.role);
  }

  @RequirePermission('media:request')
  @Post(':id/delivery')
  @HttpCode(200)
  async delivery(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() { action }: DeliveryActionBody,
  ) {
    if (action === 'confirm') throw retiredAction();
    await (action === 'retry' ? this.deliveries.retry(caller, id) : this.deliveries.cancel(caller, id));
    this.worker.wake();
    return receiptResponse(await this.reading.afterAction(id), caller.role);
  }
}
