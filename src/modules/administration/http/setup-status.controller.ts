import { Body, Controller, Get, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { SetupChecklistService } from '../setup/setup-checklist.service.js';
import { SetupSkipBody, setupStatusView, type SetupStatusView } from './setup-status.view.js';

/** List what is left to set up. Source: doc 3 section 2.3, doc 4 section 9. */
@Controller('api/admin/setup-status')
export class SetupStatusController {
  constructor(private readonly checklist: SetupChecklistService) {}

  /** List what is left to set up. */
  @AdminOnly('instances:manage')
  @Get()
  async read(): Promise<SetupStatusView> {
    return setupStatusView(await this.checklist.items());
  }

  /** Skip an item of the checklist, or show it again. */
  @AdminOnly('instances:manage')
  @Put('skips')
  async skip(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: SetupSkipBody,
  ): Promise<SetupStatusView> {
    return setupStatusView(await this.checklist.skip(admin, body.key, body.skipped));
  }
}
