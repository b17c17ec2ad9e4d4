import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { DownloadActivityService } from '../activity/download-activity.service.js';
import type { UserScope } from '../scope/user-scope.service.js';
import { activityView, summaryView, type DownloadActivityView, type DownloadSummaryView } from './activity.view.js';

/** Whose downloads are asked for. */
export interface ActivityQuery {
  /** `all` by default, and always for administrators. */
  readonly scope?: UserScope;
}

const CHANGED = 'What the caller may see has changed meanwhile, or can not be read.';

/**
 * What is coming. A caller sees the libraries that they may use, a kids account what its limits let it see there, and only
 * administrators see what the clients call it. Source: doc 2 section 4, Download activity; doc 4 section 6.4.
 */
@Controller('api/downloads')
export class ActivityController {
  constructor(private readonly activity: DownloadActivityService) {}

  /** Show what is coming, by title, and the jobs that bring it. */
  @RequirePermission('downloads:activity')
  @KidsJudgedByService()
  @Get('activity')
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
  @Get('summary')
  @Answers({ 400: 'The scope is another word.', 503: CHANGED })
  async count(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<ActivityQuery>,
  ): Promise<DownloadSummaryView> {
    return summaryView(await this.activity.see(caller, scopeOf(query.scope)));
  }
}

/** Source: doc 4 section 6.4, scope. */
function scopeOf(value: unknown): UserScope {
  if (value === undefined || value === '') return 'all';
  if (value === 'all' || value === 'mine') return value;
  throw badRequest('scope must be all or mine');
}
