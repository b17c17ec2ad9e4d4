import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { RepairTvMatch } from '../decisions/repair-tv-match.js';
import { DeliveryWorker } from '../delivery/delivery-worker.js';
import { ReadRequests } from '../status/read-requests.js';
import { createResponse, type CreatedRequestView } from './request.view.js';
import { REPAIR_BODY } from './tv-match.body.js';

/** Where a request gets the match of today. Source: doc 4 section 1.14. */
@Controller('api/admin/requests')
export class TvMatchRepairController {
  constructor(
    private readonly repairing: RepairTvMatch,
    private readonly reading: ReadRequests,
    private readonly worker: DeliveryWorker,
  ) {}

  @AdminOnly('requests:manage')
  @Post(':id/repair-tv-match')
  @HttpCode(200)
  async repair(
    @CurrentCaller() admin: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
    @Body(new StrictBodyPipe(REPAIR_BODY)) { revision }: { readonly revision: string },
  ): Promise<CreatedRequestView> {
    await this.repairing.repair(id, revision);
    this.worker.wake();
    return createResponse(await this.reading.afterAction(id), admin.role, 'Matched again.');
  }
}
