import { Body, Controller, Param } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { previewResponse, type RequestPreviewView } from '../../quotas/quotas.public.js';
import { DeliveryActionsService } from '../actions/delivery-actions.service.js';
import { SubmitService } from '../actions/submit.service.js';
import { DELIVERY_JOB } from '../delivery/delivery-worker.job.js';
import type { AskedTooMuchView, RetiredCatalogView } from '../requests.errors.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { CreateRequestBody, DeliveryActionBody, oneFormat, titleInput } from './request.body.js';
import {
  type CreatedRequestView,
  createResponse,
  nothingSaved,
  ownedResponse,
  receiptResponse,
  submissionMessage,
  type TitleStatusView,
} from './request.view.js';

/** The routes by which members request titles, and retry or cancel deliveries. */
@Controller('api/requests')
export class RequestsController {
  constructor(
    private readonly submitting: SubmitService,
    private readonly statuses: RequestStatusService,
    private readonly deliveries: DeliveryActionsService,
    private readonly jobs: JobRunner,
  ) {}

  /** Request a title. Requesting it again answers with the open request. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Post()
  @Answers<{ 410: RetiredCatalogView; 429: AskedTooMuchView }>({
    403: 'The caller may not use this library.',
    404: 'There is no such title.',
    409: 'The match of the series does not allow it; `code` names the reason.',
    410: 'The book belongs to a retired catalog.',
    429: "The requester's allowance does not cover it, or they have withdrawn ten requests within an hour. Nothing was accepted.",
    502: 'The metadata provider or the library gave an answer that can not be read.',
    503: 'The metadata provider, the library or the allowances can not be asked for now. Nothing was accepted.',
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody): Promise<CreatedRequestView> {
    const submission = await this.submitting.submit(caller, titleInput(body));
    if (submission.kind === 'owned') return ownedResponse(submission);
    this.jobs.wake(DELIVERY_JOB);
    const view = await this.statuses.afterSubmission(caller, submission);
    return createResponse(view, caller.role, submissionMessage(view, submission.isNew));
  }

  /** Preview what a request would draw on the caller's allowances. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Post('preview')
  @Answers<{ 410: RetiredCatalogView }>({
    403: 'The caller may not use this library.',
    404: 'There is no such title.',
    409: 'The match of the series does not allow it; `code` names the reason.',
    410: 'The book belongs to a retired catalog.',
    502: 'The metadata provider or the library gave an answer that can not be read.',
    503: 'The metadata provider, the library or the allowances can not be asked for now.',
  })
  async preview(@CurrentCaller() caller: Caller, @Body() body: CreateRequestBody): Promise<RequestPreviewView> {
    const { quote, seasons } = await this.submitting.preview(caller, titleInput(body));
    return previewResponse(quote, seasons);
  }

  /** Retry the delivery of a request, or withdraw the request. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Post(':id/delivery')
  @Answers<{ 410: RetiredCatalogView }>({
    404: 'The title is outside the limits of a kids account, which may still withdraw what it asked for.',
    410: 'The action belongs to a retired catalog.',
    502: 'The limits of a kids account could not be applied.',
    503: 'The limits of a kids account can not be read.',
  })
  async delivery(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() { action, book_format }: DeliveryActionBody,
  ): Promise<TitleStatusView> {
    const request = await this.deliveries.act(caller, id, action, oneFormat(book_format));
    return request ? receiptResponse(request, caller.role) : nothingSaved();
  }
}
