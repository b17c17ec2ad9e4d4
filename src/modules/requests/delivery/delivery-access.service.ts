import { Injectable } from '@nestjs/common';
import { isDeepStrictEqual } from 'node:util';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import type { ReadTx } from '../../../core/database/database.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository, ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import { outsideRequesterLimits } from '../requests.errors.js';
import type { RequestRow } from '../saved/request-row.entity.js';
import { isOfProvider } from '../saved/work.js';
import { attention, type DeliveryOutcome } from '../kinds/delivery-outcome.js';

/** The requester and the library. */
type AskedLibrary = Pick<RequestRow, 'userId' | 'instanceId'>;

/** The requested title and its requester. Only titles of the metadata provider are limited. */
type AskedTitle = Pick<RequestRow, 'userId' | 'mediaType' | 'tmdbId'>;

/** The verdict on a title, with the policy that it was made by; without a policy there are no limits. */
export interface JudgedLimits {
  readonly policy: ContentPolicy | null;
  readonly within: boolean;
}

const OUTSIDE_LIMITS = attention(
  'request_unavailable',
  'The title is outside the limits of the kids account that requested it.',
);

/** Judges whether a request may still be delivered to its library. */
@Injectable()
export class DeliveryAccessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly limits: ContentLimitsService,
    private readonly policies: ContentPoliciesRepository,
  ) {}

  /** How the delivery ends when the requester may not use the library; null when they may. */
  async refusal(tx: ReadTx, { userId, instanceId }: AskedLibrary): Promise<DeliveryOutcome | null> {
    const requester = await this.accounts.byId(tx, userId);
    if (!requester) return { state: 'cancelled' };
    if (!instanceId || !(await this.directory.byId(tx, instanceId)))
      return attention('instance_missing', 'The library has been removed.');
    if (!(await this.access.mayUse(tx, requester.id, requester.role, instanceId)))
      return attention('access_unavailable', 'The requester may no longer use this library.');
    return null;
  }

  /**
   * Judges whether the title is within the limits of a kids account. Called before a transaction; {@link limitRefusal}
   * compares the result with what is stored inside of it.
   *
   * @throws AppError 503 or 502 when the title can't be judged: nothing is delivered then
   */
  async judgeLimits(title: AskedTitle): Promise<JudgedLimits> {
    const judge = await this.limits.of(title.userId);
    if (!judge) return { policy: null, within: true };
    if (!isOfProvider(title)) return { policy: judge.policy, within: true };
    const verdict = await this.limits.judge(judge, title.mediaType, title.tmdbId, SYSTEM_SHARE);
    return { policy: judge.policy, within: verdict.shown };
  }

  /**
   * How the delivery ends when the title is outside the requester's limits; `handed_back` when the limits have changed
   * since they were judged; null when the delivery may continue.
   */
  async limitRefusal(tx: ReadTx, userId: number, judged: JudgedLimits): Promise<DeliveryOutcome | null> {
    if (!isDeepStrictEqual(await this.policies.of(tx, userId), judged.policy)) return { state: 'handed_back' };
    return judged.within ? null : OUTSIDE_LIMITS;
  }

  /**
   * Passes when the title of a request is within the requester's limits.
   *
   * @throws AppError 400, which names the limits, when it is not; else as {@link judgeLimits}. Source: doc 4 section
   *   1.9
   */
  async requireWithinLimits(request: AskedTitle): Promise<void> {
    if (!(await this.judgeLimits(request)).within) throw outsideRequesterLimits();
  }
}
