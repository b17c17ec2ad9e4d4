import { Body, Controller, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { AllowanceRefusalView } from '../../quotas/quotas.public.js';
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

  /** Gives a request the match of today. */
  @AdminOnly('requests:manage')
  @Post(':id/repair-tv-match')
  @HttpCode(200)
  @Answers<{ 429: AllowanceRefusalView }>({
    404: 'There is no such series.',
    409: 'The match of the series stands in the way; `code` says how. Or its delivery is under way.',
    429: 'The allowance of the one who asks does not cover it. Nothing was accepted.',
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
    return createResponse(await this.reading.afterAction(id), admin.role, 'Matched again.');
  }
}
