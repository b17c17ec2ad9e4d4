import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx } from '../../../core/database/database.js';
import { SYSTEM_SHARE } from '../../../core/shares/fair-line.js';
import { ContentLimitsService } from '../../content-policy/content-policy.public.js';
import { InstanceAccessService, InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository, ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import { attention, type DeliveryOutcome } from '../kinds/delivery-outcome.js';
import { outsideRequesterLimits } from '../requests.errors.js';
import type { BookFormat, JobFormat } from '../saved/job-rows.js';
import type { RequestRow } from '../saved/rows.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';
import { formatsIn, isOfProvider } from '../saved/work.js';

/** Somebody who waits for a request, and may use its library now. */
interface Listener {
  readonly userId: number;
  readonly role: Role;
  /** What this account waits for; empty for titles without formats. */
  readonly formats: readonly BookFormat[];
}

/** Who waits for a request. */
interface Audience {
  /** The accounts that may use the library now, those that asked first first. */
  readonly allowed: readonly Listener[];
  /** The accounts that exist and may not use it any more. */
  readonly refused: readonly number[];
}

/** A request, or one job of it. */
interface AwaitedRequest {
  readonly requestId: number;
  /** Its owner. */
  readonly userId: number;
  /** Null once the library has been removed: then nobody may use it. */
  readonly instanceId: string | null;
  /** Restricts it to those who wait for this format; undefined for all. */
  readonly format?: JobFormat;
  /** Empty for a title that isn't shared: then nobody waits for it but its owner. */
  readonly bookFormat?: RequestRow['bookFormat'];
}

/** The requester and the library. */
type AskedLibrary = Pick<RequestRow, 'userId' | 'instanceId'>;

/** The requested title and its requester. Only titles of the metadata provider are limited. */
type AskedTitle = Pick<RequestRow, 'userId' | 'mediaType' | 'tmdbId'>;

/** The verdict on a title, with the policy that it was made by; without a policy there are no limits. */
export interface JudgedLimits {
  readonly policy: ContentPolicy | null;
  readonly within: boolean;
}

/** Judges whether a request may still be delivered to its library. */
@Injectable()
export class DeliveryAccessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly limits: ContentLimitsService,
    private readonly policies: ContentPoliciesRepository,
    private readonly subscribers: SubscribersRepository,
  ) {}

  /**
   * Judges who may use the library at this moment, by the same rule as a submission. Accounts that were removed are
   * left out.
   */
  async audience(
    tx: ReadTx,
    { requestId, userId, instanceId, format = '', bookFormat }: AwaitedRequest,
  ): Promise<Audience> {
    const shared = bookFormat === '' ? [] : await this.subscribers.ofRequest(tx, requestId);
    const waiting = (shared.length > 0 ? shared : [{ userId, bookFormat: '' as const }])
      .map((one) => ({ userId: one.userId, formats: formatsIn(one.bookFormat) }))
      .filter(({ formats }) => format === '' || formats.includes(format));
    const accounts = await this.accounts.byIds(
      tx,
      waiting.map((one) => one.userId),
    );
    const exists = instanceId !== null && (await this.directory.byId(tx, instanceId)) !== null;
    const holders = exists ? await this.access.holdersOf(tx, instanceId) : new Set<number>();
    const known = waiting.flatMap((one) => {
      const account = accounts.get(one.userId);
      return account ? [{ ...one, role: account.role }] : [];
    });
    const mayUse = (one: Listener): boolean => exists && (one.role === 'admin' || holders.has(one.userId));
    const refused = known.filter((one) => !mayUse(one)).map((one) => one.userId);
    return { allowed: known.filter(mayUse), refused };
  }

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
   * @throws AppError 400, which names the limits, when it is not; else as {@link judgeLimits}.
   */
  async requireWithinLimits(request: AskedTitle): Promise<void> {
    if (!(await this.judgeLimits(request)).within) throw outsideRequesterLimits();
  }
}

const OUTSIDE_LIMITS = attention(
  'request_unavailable',
  'The title is outside the limits of the kids account that requested it.',
);
