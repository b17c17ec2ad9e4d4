import { Body, Controller, Get, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { AllowanceRefusalView } from '../../quotas/quotas.public.js';
import { RequestDecisionService } from '../decisions/request-decision.service.js';
import { DeliveryActionsService } from '../decisions/delivery-actions.service.js';
import { DeliveryWorkerJob } from '../delivery/delivery-worker.job.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { RequestQueuesService } from '../status/request-queues.service.js';
import { ApproveBody, decisionOverride, DenyBody } from './request.body.js';
import {
  parkedRequest,
  pendingRequest,
  type ParkedRequestView,
  type PendingRequestView,
} from './queued-request.view.js';
import { createResponse, type CreatedRequestView } from './request.view.js';

/** The requests routes of administrators: read the queues, approve and deny. Source: doc 4 sections 1.1 and 1.9. */
@Controller('api/admin/requests')
export class AdminRequestsController {
  constructor(
    private readonly queues: RequestQueuesService,
    private readonly deciding: RequestDecisionService,
    private readonly deliveries: DeliveryActionsService,
    private readonly statuses: RequestStatusService,
    private readonly worker: DeliveryWorkerJob,
  ) {}

  /** List requests that wait for approval, oldest first. */
  @AdminOnly('requests:manage')
  @Get()
  async pending(): Promise<readonly PendingRequestView[]> {
    return (await this.queues.pending()).map(pendingRequest);
  }

  /** List accepted requests whose delivery has stopped. */
  @AdminOnly('requests:manage')
  @Get('waiting')
  async waiting(): Promise<readonly ParkedRequestView[]> {
    return (await this.queues.parked()).map(parkedRequest);
  }

  /** Approve a request, optionally with another quality or other seasons. */
  @AdminOnly('requests:manage')
  @Post(':id/approve')
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
    this.worker.wake();
    return createResponse(await this.statuses.afterAction(id), admin.role, 'Approved.');
  }

  /** Deny a request. */
  @AdminOnly('requests:manage')
  @Post(':id/deny')
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
  @Post(':id/wait')
  async wait(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<CreatedRequestView> {
    await this.deliveries.wait(admin, id);
    this.worker.wake();
    return createResponse(await this.statuses.afterAction(id), admin.role, 'Waiting for the library again.');
  }
}
