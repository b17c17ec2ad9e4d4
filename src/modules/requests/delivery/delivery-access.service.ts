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
import { sayDelivery } from '../saved/delivery-sentences.js';
import type { BookFormat, JobFormat } from '../saved/job-rows.js';
import type { RequestRow } from '../saved/rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { formatsIn, isOfProvider } from '../saved/work.js';

interface Listener {
  readonly userId: number;
  readonly role: Role;
  /** What this account waits for; empty for titles without formats. */
  readonly formats: readonly BookFormat[];
}

interface Audience {
  readonly allowed: readonly Listener[];
  readonly refused: readonly number[];
}

interface AwaitedRequest {
  readonly requestId: number;
  readonly userId: number;
  /** Null once the library has been removed: then nobody may use it. */
  readonly instanceId: string | null;
  readonly format?: JobFormat;
  /** Empty for a title that isn't shared: then nobody waits for it but its owner. */
  readonly bookFormat?: RequestRow['bookFormat'];
}

type AskedLibrary = Pick<RequestRow, 'userId' | 'instanceId'>;

/** The requested title and its requester. Only titles of the metadata provider are limited. */
type AskedTitle = Pick<RequestRow, 'userId' | 'mediaType' | 'tmdbId'>;

/** The verdict on a title, with the policy that it was made by; without a policy there are no limits. */
export interface JudgedLimits {
  readonly policy: ContentPolicy | null;
  readonly within: boolean;
}

/** May a request still be delivered, and who waits for it? */
@Injectable()
export class DeliveryAccessService {
  constructor(
    private readonly accounts: AccountsRepository,
    private readonly directory: InstanceDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly limits: ContentLimitsService,
    private readonly policies: ContentPoliciesRepository,
    private readonly saved: RequestsRepository,
  ) {}

  /** Who may use the library at this moment, by the same rule as a submission. Removed accounts are left out. */
  async audience(
    tx: ReadTx,
    { requestId, userId, instanceId, format = '', bookFormat }: AwaitedRequest,
  ): Promise<Audience> {
    const shared = bookFormat === '' ? [] : await this.saved.subscribersOf(tx, requestId);
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

  /** Null when the requester may use the library. */
  async refusal(tx: ReadTx, { userId, instanceId }: AskedLibrary): Promise<DeliveryOutcome | null> {
    const requester = await this.accounts.byId(tx, userId);
    if (!requester) return { state: 'cancelled' };
    if (!instanceId || !(await this.directory.byId(tx, instanceId)))
      return attention('instance_missing', sayDelivery('delivery_library_removed'));
    if (!(await this.access.mayUse(tx, requester.id, requester.role, instanceId)))
      return attention('access_unavailable', sayDelivery('delivery_access_lost'));
    return null;
  }

  /** Before a transaction, inside of which {@link limitRefusal} compares it. @throws AppError 503 or 502: nothing is delivered */
  async judgeLimits(title: AskedTitle): Promise<JudgedLimits> {
    const judge = await this.limits.of(title.userId);
    if (!judge) return { policy: null, within: true };
    if (!isOfProvider(title)) return { policy: judge.policy, within: true };
    const verdict = await this.limits.judge(judge, title.mediaType, title.tmdbId, SYSTEM_SHARE);
    return { policy: judge.policy, within: verdict.shown };
  }

  /** `handed_back` when the limits have changed since; null when the delivery may continue. */
  async limitRefusal(tx: ReadTx, userId: number, judged: JudgedLimits): Promise<DeliveryOutcome | null> {
    if (!isDeepStrictEqual(await this.policies.of(tx, userId), judged.policy)) return { state: 'handed_back' };
    return judged.within ? null : OUTSIDE_LIMITS;
  }

  /** @throws AppError 400, which names the limits, when the title is outside of them; else as {@link judgeLimits} */
  async requireWithinLimits(request: AskedTitle): Promise<void> {
    if (!(await this.judgeLimits(request)).within) throw outsideRequesterLimits();
  }
}

const OUTSIDE_LIMITS = attention('request_unavailable', sayDelivery('delivery_outside_limits'));
