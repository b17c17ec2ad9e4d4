import { Body, Controller, Get, Put, Query } from '@nestjs/common';
import { z } from 'zod';
import { AdminOnly, BodyLimit, RequirePermission } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { DownloadActivityService } from '../activity/download-activity.service.js';
import { USER_SCOPES, type UserScope, UserScopeService } from '../scope/user-scope.service.js';
import { activityView, summaryView, type DownloadActivityView, type DownloadSummaryView } from './activity.view.js';

/** Whose downloads are asked for. */
export interface ActivityQuery {
  /** `all` by default, and always for administrators. */
  readonly scope?: UserScope;
}

const SCOPE_FAULT = refusedValue('not_one_of', 'user_scope must be all or mine', {
  name: 'user_scope',
  values: USER_SCOPES.join(', '),
});

const SETTINGS = z.strictObject({ user_scope: z.enum(USER_SCOPES, SCOPE_FAULT) }, SCOPE_FAULT);

/** What administrators set of downloads. */
interface DownloadsSettingsView {
  /** Whose downloads members see: everybody's in their libraries, or those of their own requests. */
  readonly user_scope: UserScope;
}

const CHANGED = 'What the caller may see has changed meanwhile, or can not be read.';

/**
 * What is coming, and whose downloads members see. A caller sees the libraries that they may use, a kids account what its
 * limits let it see there, and only administrators see what the clients call it.
 */
@Controller('api')
export class ActivityController {
  constructor(
    private readonly activity: DownloadActivityService,
    private readonly scope: UserScopeService,
  ) {}

  /** Show what is coming, by title, and the jobs that bring it. */
  @RequirePermission('downloads:activity')
  @KidsJudgedByService()
  @Get('downloads/activity')
  @Answers({ 400: 'The scope is another word.', 503: CHANGED })
  async show(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ActivityQuery>,
  ): Promise<DownloadActivityView> {
    return activityView(await this.activity.see(caller, scopeOf(query.scope)));
  }

  /** Count what is coming. */
  @RequirePermission('downloads:activity')
  @KidsJudgedByService()
  @Get('downloads/summary')
  @Answers({ 400: 'The scope is another word.', 503: CHANGED })
  async count(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ActivityQuery>,
  ): Promise<DownloadSummaryView> {
    return summaryView(await this.activity.see(caller, scopeOf(query.scope)));
  }

  /** Get whose downloads members see. */
  @Get('admin/downloads/settings')
  @AdminOnly('admin:*')
  async settings(): Promise<DownloadsSettingsView> {
    return { user_scope: await this.scope.current() };
  }

  /** Set whose downloads members see. It holds with their next call. */
  @Put('admin/downloads/settings')
  @AdminOnly('admin:*')
  @BodyLimit(1_024)
  async changeSettings(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(SETTINGS)) { user_scope: scope }: z.infer<typeof SETTINGS>,
  ): Promise<DownloadsSettingsView> {
    return { user_scope: await this.scope.set(admin, scope) };
  }
}

function scopeOf(value: unknown): UserScope {
  if (value === undefined || value === '') return 'all';
  if (value === 'all' || value === 'mine') return value;
  throw badRequest('not_one_of', 'scope must be all or mine', { name: 'scope', values: 'all, mine' });
}
