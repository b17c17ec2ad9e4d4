import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { DecideRequest } from '../decisions/decide-request.js';
import { ManageDelivery } from '../decisions/manage-delivery.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { ReadRequests } from '../status/read-requests.js';
import { RequestQueues } from '../status/request-queues.js';
import { ApproveBody, decisionOverride, DenyBody } from './decision.body.js';
import {
  parkedRequest,
  pendingRequest,
  type ParkedRequestView,
  type PendingRequestView,
} from './queued-request.view.js';
import { createResponse, type CreatedRequestView } from './request.view.js';

/** What an administrator does with requests: look at the queues, approve, deny. Source: doc 4 sections 1.1 and 1.9. */
@Controller('api/admin/requests')
export class AdminRequestsController {
  constructor(
    private readonly queues: RequestQueues,
    private readonly deciding: DecideRequest,
    private readonly deliveries: ManageDelivery,
    private readonly reading: ReadRequests,
    private readonly worker: DeliveryWorker,
  ) {}

  @AdminOnly('requests:manage')
  @Get()
  @Header('Cache-Control', 'no-store')
  async pending(): Promise<readonly PendingRequestView[]> {
    return (await this.queues.pending()).map(pendingRequest);
  }

  @AdminOnly('requests:manage')
  @Get('waiting')
  @Header('Cache-Control', 'no-store')
  async waiting(): Promise<readonly ParkedRequestView[]> {
    return (await this.queues.parked()).map(parkedRequest);
  }

  @AdminOnly('requests:manage')
  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() body: ApproveBody,
  ): Promise<CreatedRequestView> {
    await this.deciding.approve(caller, id, decisionOverride(body));
    this.worker.wake();
    return createResponse(await this.reading.afterAction(id), caller.role, 'Approved.');
  }

  @AdminOnly('requests:manage')
  @Post(':id/deny')
  @HttpCode(200)
  async deny(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() body: DenyBody,
  ): Promise<{ success: true }> {
    await this.deciding.deny(caller, id, body.reason?.trim() ?? '');
    return { success: true };
  }

  @AdminOnly('requests:manage')
  @Post(':id/wait')
  @HttpCode(200)
  async wait(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<CreatedRequestView> {
    await this.deliveries.wait(id);
    this.worker.wake();
    return createResponse(await this.reading.afterAction(id), caller.role, 'Waiting for the library again.');
  }
}
