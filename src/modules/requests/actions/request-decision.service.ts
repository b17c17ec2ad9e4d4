import { Injectable } from '@nestjs/common';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { QuotaExceeded, RequestQuotaChanged } from '../../quotas/quotas.public.js';
import { DeliveryAccessService } from '../delivery/delivery-access.service.js';
import { type Amended, type DecisionOverride, type RequestAmendments, RequestKinds } from '../kinds/request-kind.js';
import { requesterLacksAccess } from '../requests.errors.js';
import { RequestDecided } from '../requests.events.js';
import type { RequestRow } from '../saved/rows.js';
import { type Decision, RequestTransitionsService } from '../transitions/request-transitions.service.js';

/** The administrator who decides. The right is judged again in the transaction that writes the decision. */
export type Decider = Pick<ActingAdministrator, 'userId' | 'confirm'>;

/** The decision is stored before anything is delivered. */
@Injectable()
export class RequestDecisionService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: EventBus,
    private readonly access: DeliveryAccessService,
    private readonly transitions: RequestTransitionsService,
    private readonly kinds: RequestKinds,
  ) {}

  /**
   * Approves a pending request.
   * @throws AppError 401 and 403 for the administrator; 400 for an unknown or decided request or a title outside a kids
   * account's limits, 502 and 503 when those can't be judged; 403 when the requester has lost access; as the kind's
   * approval
   */
  async approve(admin: Decider, requestId: number, override: DecisionOverride): Promise<void> {
    const request = await this.database.readOne((tx) => this.transitions.requirePending(tx, requestId));
    await this.access.requireWithinLimits(request);
    requireSameFormats(request, override.bookFormat);
    const { amendments } = this.kinds.of(request.mediaType);
    const respent = amendments
      ? await this.approveAmended(admin, request, override, amendments)
      : await this.writeApproval(admin, requestId, override);
    await this.events.publish(new RequestDecided(requestId));
    for (const userId of respent) await this.events.publish(new RequestQuotaChanged(userId));
  }

  /**
   * Denies and refunds a pending request. @param reason shown to the requester; may be empty
   * @throws AppError 401 and 403 when the administrator has lost the right; 400 for an unknown or decided request
   */
  async deny(admin: Decider, requestId: number, reason: string): Promise<void> {
    const refunded = await privilegedWrite(this.database, admin, async (tx) => {
      await this.transitions.requirePending(tx, requestId);
      return this.transitions.deny(tx, requestId, this.decisionOf(admin), reason);
    });
    await this.events.publish(new RequestDecided(requestId));
    for (const userId of refunded) await this.events.publish(new RequestQuotaChanged(userId));
  }

  /** An allowance that refuses is asked once more when the library proves in time what it holds. */
  private async approveAmended<Plan>(
    admin: Decider,
    request: RequestRow,
    override: DecisionOverride,
    amendments: RequestAmendments<Plan>,
  ): Promise<readonly number[]> {
    const plan = await amendments.plan(request, override);
    try {
      return await this.writeApproval(admin, request.id, override, { amendments, plan });
    } catch (fault) {
      if (!(fault instanceof QuotaExceeded)) throw fault;
      const proved = await amendments.prove(request, plan);
      if (proved === null) throw fault;
      return this.writeApproval(admin, request.id, override, { amendments, plan: proved });
    }
  }

  /** Judges everything once more, and writes the decision. @returns the accounts whose allowances have changed */
  private writeApproval<Plan>(
    admin: Decider,
    requestId: number,
    { qualityProfileId, bookFormat }: DecisionOverride,
    amended?: { readonly amendments: RequestAmendments<Plan>; readonly plan: Plan },
  ): Promise<readonly number[]> {
    return privilegedWrite(this.database, admin, async (tx) => {
      const pending = await this.approvable(tx, requestId);
      requireSameFormats(pending, bookFormat);
      const decision = this.decisionOf(admin);
      const { change, respent } = amended
        ? await amended.amendments.apply(tx, pending, amended.plan, decision.at)
        : AS_ASKED;
      const quality = qualityProfileId === undefined ? {} : { qualityProfileId };
      await this.transitions.approve(tx, requestId, decision, { ...change, ...quality });
      return respent;
    });
  }

  private async approvable(tx: ReadTx, requestId: number): Promise<RequestRow> {
    const request = await this.transitions.requirePending(tx, requestId);
    const { allowed } = await this.access.audience(tx, { ...request, requestId });
    if (allowed.length === 0) throw requesterLacksAccess();
    return request;
  }

  private decisionOf(admin: Decider): Decision {
    return { adminId: admin.userId, at: this.clock.now() };
  }
}

const AS_ASKED: Amended = { change: {}, respent: [] };

/** @throws AppError 400 when an administrator decides about other formats than those of the request */
function requireSameFormats(request: RequestRow, sent: DecisionOverride['bookFormat']): void {
  if (sent !== undefined && sent !== request.bookFormat)
    throw badRequest('book_format_fixed', 'book_format can not be changed by a decision');
}
