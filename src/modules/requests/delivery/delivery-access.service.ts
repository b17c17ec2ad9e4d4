import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import type { ReadTx } from '../../../core/database/database.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository, ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import { outsideRequesterLimits } from '../requests.errors.js';
import type { MediaType } from '../saved/request-row.entity.js';
import type { DeliveryOutcome } from './delivery-outcome.js';

/** Who asked, and which library; null once that library has been removed. A request row is one, and so is a job. */
export interface AskedLibrary {
  readonly userId: number;
  readonly instanceId: string | null;
}

/** Which title somebody asked for. */
interface AskedTitle {
  readonly userId: number;
  readonly mediaType: MediaType;
  readonly tmdbId: number;
}

/** What the content limits of a requester say of a title, as of the policy that was judged; no policy, no limits. */
export interface JudgedLimits {
  readonly policy: ContentPolicy | null;
  readonly within: boolean;
}

const OUTSIDE_LIMITS: DeliveryOutcome = {
  state: 'attention',
  code: 'request_unavailable',
  message: 'The title is outside the limits of the kids account that asked for it.',
};

/** May what somebody asked for still be delivered to the library that was asked? */
@Injectable()
export class DeliveryAccessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly limits: ContentLimitsService,
    private readonly policies: ContentPoliciesRepository,
  ) {}

  /** How the delivery ends when it may not; null while it may. */
  async refusal(tx: ReadTx, { userId, instanceId }: AskedLibrary): Promise<DeliveryOutcome | null> {
    const requester = await this.accounts.byId(tx, userId);
    if (!requester) return { state: 'cancelled' };
    if (!instanceId || !(await this.directory.byId(tx, instanceId)))
      return { state: 'attention', code: 'instance_missing', message: 'The library has been removed.' };
    if (!(await this.access.mayUse(tx, requester.id, requester.role, instanceId)))
      return {
        state: 'attention',
        code: 'access_unavailable',
        message: 'The requester may no longer use this library.',
      };
    return null;
  }

  /**
   * Is the title within the limits of a kids account that asked for it? Looked up before a transaction, and held against
   * what is stored inside of it by {@link limitRefusal}.
   *
   * @throws AppError 503 or 502 when that can't be told: nothing is delivered then
   */
  async judgeLimits({ userId, mediaType, tmdbId }: AskedTitle): Promise<JudgedLimits> {
    const judge = await this.limits.of(userId);
    if (!judge) return { policy: null, within: true };
    const verdict = await this.limits.judge(judge, mediaType, tmdbId, SYSTEM_SHARE);
    return { policy: judge.policy, within: verdict.shown };
  }

  /**
   * How the delivery ends when the title is outside the requester's limits; handed back, to be judged again, when they are
   * others by now; null while it may go on.
   */
  async limitRefusal(tx: ReadTx, userId: number, judged: JudgedLimits): Promise<DeliveryOutcome | null> {
    if (!isDeepStrictEqual(await this.policies.of(tx, userId), judged.policy)) return { state: 'handed_back' };
    return judged.within ? null : OUTSIDE_LIMITS;
  }

  /**
   * Lets a request be approved whose title is within the requester's limits.
   *
   * @throws AppError 400, which names the limits, when it is not; as {@link judgeLimits} besides. Source: doc 4 section 1.9
   */
  async requireWithinLimits(request: AskedTitle): Promise<void> {
    if (!(await this.judgeLimits(request)).within) throw outsideRequesterLimits();
  }
}
