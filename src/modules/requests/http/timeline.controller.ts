import { Controller, Get, Param } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { TimelineService } from '../timeline/timeline.service.js';
import { timelineView, type TimelineView } from './timeline.view.js';

/** The route by which people see where a request is. Source: issue 22, easily skipped 3. */
@Controller('api/requests')
export class TimelineController {
  constructor(
    private readonly timelines: TimelineService,
    private readonly limits: RequesterLimitsService,
  ) {}

  /** Get where a request is, step by step, and why it waits. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get(':id/timeline')
  @Answers({
    403: "There is no such request, or it is another account's.",
    404: 'The title is outside the limits of a kids account.',
    502: 'A title could not be judged for a kids account.',
    503: 'The limits of a kids account can not be read.',
  })
  async timeline(
    @CurrentCaller() caller: Caller,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<TimelineView> {
    const saved = await this.timelines.saved(caller, id);
    return this.limits.guarded(caller, saved.request, async () =>
      timelineView(saved, await this.timelines.of(caller, saved)),
    );
  }
}
