import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { ManageDelivery } from '../decisions/manage-delivery.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { RequestIntake } from '../intake/request-intake.js';
import { retiredAction } from '../requests.errors.js';
import { ReadRequests } from '../status/read-requests.js';
import { CreateRequestBody, titleWish } from './create-request.body.js';
import { DeliveryActionBody } from './decision.body.js';
import { previewResponse, type RequestPreviewView } from './request-quotas.view.js';
import {
  createResponse,
  ownedResponse,
  receiptResponse,
  submissionMessage,
  type CreatedRequestView,
  type TitleStatusView,
} from './request.view.js';

/** What a member does with requests: ask, retry and withdraw. Source: doc 4 section 1.1. */
@Controller('api/requests')
export class RequestsController {
  constructor(
    private readonly intake: RequestIntake,
    private readonly reading: ReadRequests,
    private readonly deliveries: ManageDelivery,
    private readonly worker: DeliveryWorker,
  ) {}

  @RequirePermission('media:request')
  @Post()
  @HttpCode(200)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody): Promise<CreatedRequestView> {
    const submission = await this.intake.submit(caller, titleWish(body));
    if (submission.kind === 'owned') return ownedResponse(submission.title, submission.instanceId);
    this.worker.wake();
    const view = await this.reading.receipt(caller, submission.requestId, !submission.isNew);
    return createResponse(view, caller.role, submissionMessage(view, submission.isNew));
  }

  @RequirePermission('media:request')
  @Post('preview')
  @HttpCode(200)
  async preview(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody): Promise<RequestPreviewView> {
    const { quote, seasons } = await this.intake.preview(caller, titleWish(body));
    return previewResponse(quote, seasons);
  }

  @RequirePermission('media:request')
  @Post(':id/delivery')
  @HttpCode(200)
  async delivery(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() { action }: DeliveryActionBody,
  ): Promise<TitleStatusView> {
    if (action === 'confirm') throw retiredAction();
    await (action === 'retry' ? this.deliveries.retry(caller, id) : this.deliveries.cancel(caller, id));
    this.worker.wake();
    return receiptResponse(await this.reading.afterAction(id), caller.role);
  }
}
