import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import {
  CurrentAdministrator,
  CurrentCaller,
  type ActingAdministrator,
  type Caller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { AllowancesService } from '../allowances/allowances.service.js';
import type { AllowanceKind } from '../rules/allowance-rule.js';
import type { OverrideChanges, RuleChanges } from '../rules/quota-rules.repository.js';
import { DEFAULTS_BODY, OVERRIDES_BODY, RESET_BODY } from './request-quotas.body.js';
import {
  defaultsResponse,
  viewResponse,
  type AllowancesView,
  type DefaultAllowancesView,
} from './request-quotas.view.js';

const BODY_BYTES = 64 * 1024;

/** The routes of allowances, for members and administrators. Source: doc 4 section 1.18. */
@Controller('api')
export class RequestQuotasController {
  constructor(private readonly service: AllowancesService) {}

  /** Get the caller's allowances, and what is left of them. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('me/request-quotas')
  async own(@CurrentCaller() caller: Caller): Promise<AllowancesView> {
    return viewResponse(await this.service.own(caller));
  }

  /** Get everybody's allowances. */
  @AdminOnly('requests:manage')
  @Get('admin/request-quotas')
  async defaults(): Promise<DefaultAllowancesView> {
    return defaultsResponse(await this.service.defaults());
  }

  /** Change everybody's allowances. Kinds that are not named stay. */
  @AdminOnly('requests:manage')
  @Put('admin/request-quotas')
  @BodyLimit(BODY_BYTES)
  async setDefaults(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(DEFAULTS_BODY)) changes: RuleChanges,
  ): Promise<DefaultAllowancesView> {
    return defaultsResponse(await this.service.changeDefaults(admin, changes));
  }

  /** Get an account's allowances, and what is left of them. */
  @AdminOnly('requests:manage')
  @Get('admin/users/:userID/request-quotas')
  @Answers({ 404: 'There is no such account.' })
  async ofAccount(@Param('userID', new IntIdPipe('user')) userId: number): Promise<AllowancesView> {
    return viewResponse(await this.service.ofAccount(userId));
  }

  /** Change an account's own allowances. Kinds that are not named stay. */
  @AdminOnly('requests:manage')
  @Put('admin/users/:userID/request-quotas')
  @BodyLimit(BODY_BYTES)
  @Answers({ 404: 'There is no such account.' })
  async setOverrides(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body(new StrictBodyPipe(OVERRIDES_BODY)) changes: OverrideChanges,
  ): Promise<AllowancesView> {
    return viewResponse(await this.service.changeAccount(admin, userId, changes));
  }

  /** Reset what an account has used of its allowances. */
  @AdminOnly('requests:manage')
  @Post('admin/users/:userID/request-quotas/reset')
  @BodyLimit(BODY_BYTES)
  @Answers({ 404: 'There is no such account.' })
  async reset(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body(new StrictBodyPipe(RESET_BODY)) kinds: readonly AllowanceKind[],
  ): Promise<AllowancesView> {
    return viewResponse(await this.service.reset(admin, userId, kinds));
  }
}
