import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { DecideRequest } from '../decisions/decide-request.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { PendingQueue } from '../status/pending-queue.js';
import { ReadRequests } from '../status/read-requests.js';
import { ApproveBody, DenyBody } from './decision.body.js';
import { createResponse, pendingRequest } from './request.view.js';

/** What an administrator does with requests: look at the queue, approve, deny. Source: doc 4 sections 1.1 and 1.9. */
@Controller('api/admin/requests')
export class AdminRequestsController {
  constructor(
    private readonly queue: PendingQueue,
    private readonly deciding: DecideRequest,
    private readonly reading: ReadRequests,
    private readonly worker: DeliveryWorker,
  ) {}

  @AdminOnly('requests:manage')
  @Get()
  @Header('Cache-Control', 'no-store')
  async pending() {
    return (await this.queue.list()).map(pendingRequest);
  }

  @AdminOnly('requests:manage')
  @Post(':id/approve')
  @HttpCode(200)
  async approve(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body() body: ApproveBody,
  ) {
    await this.deciding.approve(caller, id, body.quality_profile_id ?? undefined);
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
}
