import { Controller, Get, Param } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { optional, rfc3339, type Rfc3339, type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { RequestStatusService } from '../status/request-status.service.js';
import type { Stall, StallCode } from '../timeline/stall.js';
import type { StepKey, StepState, Timeline, TimelineStep } from '../timeline/timeline.js';

/** Where a request is. Texts are for people and name no release, client, indexer, folder or address. */
interface TimelineView {
  readonly request_id: number;
  /** All seven steps, in order. */
  readonly steps: readonly TimelineStepView[];
  /** Why it waits; left out when it doesn't. */
  readonly stalled?: StallView;
  /**
   * The share of the downloads that has arrived, 0 to 1; left out while nothing downloads.
   *
   * @fraction
   */
  readonly progress?: number;
  /** When the downloads are expected to be done. */
  readonly eta?: Rfc3339;
}

interface TimelineStepView {
  readonly key: StepKey;
  /** `done` only where a source affirms it; `unknown` where its source can't be read. */
  readonly state: StepState;
  /** When it was done or began; of a step that is unknown, when the library could last be read. */
  readonly at?: Rfc3339;
  readonly text: string;
  readonly sentence: SentenceView;
}

interface StallView {
  readonly code: StallCode;
  readonly text: string;
  readonly sentence: SentenceView;
  /** Of a library that can't be reached: when it last could be read. */
  readonly since?: Rfc3339;
  /** Who can act; `library` where it goes on by itself there, `nobody` where there is nothing to do but wait. */
  readonly who: Stall['who'];
  readonly next_try_at?: Rfc3339;
  /** When the library last searched for it. */
  readonly last_tried_at?: Rfc3339;
  /** The day on which it is expected to be released, `YYYY-MM-DD`. */
  readonly expected_on?: string;
}

/** Where a request is. */
function timelineView(
  { request }: Pick<SavedRequest, 'request'>,
  { steps, stalled, progress, eta }: Timeline,
): TimelineView {
  return {
    request_id: request.id,
    steps: steps.map(stepView),
    ...optional('stalled', stalled, stallView),
    ...optional('progress', progress),
    ...optional('eta', eta, rfc3339),
  };
}

function stepView({ key, state, at, sentence }: TimelineStep): TimelineStepView {
  return { key, state, ...optional('at', at, rfc3339), text: sentence.text, sentence: sentenceView(sentence) };
}

function stallView({ code, sentence, since, who, nextTryAt, lastTriedAt, expectedOn }: Stall): StallView {
  return {
    ...{ code, text: sentence.text, sentence: sentenceView(sentence) },
    ...optional('since', since, rfc3339),
    who,
    ...optional('next_try_at', nextTryAt, rfc3339),
    ...optional('last_tried_at', lastTriedAt, rfc3339),
    ...optional('expected_on', expectedOn),
  };
}

/** The route by which people see where a request is. */
@Controller('api/requests')
export class TimelineController {
  constructor(
    private readonly statuses: RequestStatusService,
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
    const saved = await this.statuses.find(caller, id);
    return this.limits.guard(caller, saved.request, async () =>
      timelineView(saved, await this.statuses.timeline(caller, saved)),
    );
  }
}
