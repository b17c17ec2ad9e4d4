import { Body, Controller, Get, Put } from '@nestjs/common';
import { IsBoolean, IsString } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { UNKNOWN_SETUP_ITEM } from '../administration.errors.js';
import { SetupChecklistService, type SetupItem } from '../setup/setup-checklist.service.js';

/** Body of PUT /api/admin/setup-status/skips. */
export class SetupSkipBody {
  @IsString(refusedMember(...UNKNOWN_SETUP_ITEM))
  key: string;

  @IsBoolean(refusedMember('not_a_flag', 'skipped must be true or false', { name: 'skipped' }))
  skipped: boolean;
}

/** An item of the checklist. */
interface SetupItemView {
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly configured: boolean;
  readonly optional: boolean;
  /** Left out where it is false. */
  readonly skipped?: true;
}

/** The answer of GET /api/admin/setup-status. */
export interface SetupStatusView {
  readonly items: readonly SetupItemView[];
  readonly configured: number;
  /** What counts: everything but what is skipped and not done. */
  readonly total: number;
}

function setupStatusView(items: readonly SetupItem[]): SetupStatusView {
  return {
    items: items.map(({ skipped, ...item }) => ({ ...item, ...(skipped ? { skipped } : {}) })),
    configured: items.filter(({ configured }) => configured).length,
    total: items.filter(({ configured, skipped }) => configured || !skipped).length,
  };
}

/** List what is left to set up. */
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
