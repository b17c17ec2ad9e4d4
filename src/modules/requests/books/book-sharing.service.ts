import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { bookUnit, QuotaExceeded, QuotaService } from '../../quotas/quotas.public.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import type { BookFormat, DispatchRow, JobKey } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestSubject } from '../saved/work.js';
import { RequestTransitionsService, type WrittenRequest } from '../transitions/request-transitions.service.js';
import { SharedRequestsService } from '../transitions/shared-requests.service.js';
import { alreadyRequested, newFormats, planSubmission } from './book-repeats.js';
import type { BookSelection } from './book-selection.js';

export interface BookSubject extends RequestSubject, Pick<BookSelection, 'foreignId' | 'title' | 'searchTerm'> {
  readonly mediaType: 'book';
}

export interface WantedFormats {
  readonly formats: readonly BookFormat[];
  readonly gone: readonly BookFormat[];
}

/** An account joins the open requests of others, and gets its own for the rest. */
@Injectable()
export class BookSharingService {
  constructor(
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly policies: RequestPoliciesService,
    private readonly transitions: RequestTransitionsService,
    private readonly shared: SharedRequestsService,
    private readonly allowances: QuotaService,
  ) {}

  async requestsOf(tx: ReadTx, subject: RequestSubject): Promise<readonly SavedRequest[]> {
    const rows = await this.saved.ofWork(tx, subject);
    const here = rows.filter(({ instanceId }) => instanceId === subject.instanceId);
    if (here.length === 0) return NONE;
    return this.saved.ownParts(tx, subject.userId, await this.dispatches.joined(tx, here));
  }

  /**
   * Charges all of it or saves nothing. The caller may use the library.
   * @throws QuotaExceeded and rolls back; UniqueViolation when another process has begun to share a format: it may be
   * repeated once
   */
  async save(
    tx: WriteTx,
    caller: Caller,
    input: BookSubject,
    { formats, gone }: WantedFormats,
    now: number,
  ): Promise<WrittenRequest> {
    const earlier = await this.requestsOf(tx, input);
    const earlierFormats = alreadyRequested(earlier);
    const covering = await this.shared.covering(tx, input, formats);
    const open = new Map(covering.flatMap((job) => (job.format === '' ? [] : [[job.format, job.requestId] as const])));
    const { joined, repeated, fresh } = planSubmission(formats, { open, ...earlierFormats, gone });
    const policy = await this.policies.of(tx, caller.userId, caller.role);
    const paid = newFormats(formats, earlierFormats, gone);
    if (joined.size + (fresh.length > 0 ? 1 : 0) > 1) await this.requireAll(tx, caller, input, paid, now);
    const taken = covering.filter(({ requestId, format }) => format !== '' && joined.get(requestId)?.includes(format));
    let spent = false;
    for (const [requestId, some] of joined) {
      if (some.every((format) => earlierFormats.waiting.get(format) === requestId)) continue;
      const jobs = taken.filter((job) => job.requestId === requestId);
      const joining = { ...input, requestId, isFirstWish: earlier.length === 0 };
      if (await this.shared.join(tx, caller, joining, jobs, now)) spent = true;
    }
    // Its subscribers have lost the library; this account may use it.
    await this.transitions.retry(tx, taken.filter(isWithoutAccess), now);
    const approved = policy.requireApproval ? [] : await this.approve(tx, taken, now);
    const others = [...joined.keys(), ...repeated];
    if (fresh.length > 0) {
      const units = fresh.map((format) => bookUnit(input.key, format));
      const accepted = { input: { ...input, qualityProfileId: 0 }, policy, units, formats: fresh };
      const written = await this.shared.add(tx, caller, accepted, now);
      return { ...written, spent: spent || written.spent, approved, others };
    }
    const [requestId, ...rest] = new Set(others);
    if (requestId === undefined) throw new Error('a book was submitted without a format');
    const pending = !approved.includes(requestId) && taken.some((job) => job.requestId === requestId && isPending(job));
    return { requestId, isNew: false, pending, spent, approved, others: rest };
  }

  /** Who needs no approval has it for everybody, unless the open request is for more than this account joins. */
  private async approve(tx: WriteTx, taken: readonly DispatchRow[], at: number): Promise<readonly number[]> {
    const accepted: number[] = [];
    for (const id of new Set(taken.filter(isPending).map(({ requestId }) => requestId))) {
      const waiting = (await this.dispatches.ofRequest(tx, id)).filter(isPending);
      if (!waiting.every(isAmong(taken))) continue;
      await this.transitions.approve(tx, id, { adminId: null, at }, {});
      accepted.push(id);
    }
    return accepted;
  }

  /** Judges the price of several requests as a whole, so that a refusal names all that was asked for. */
  private async requireAll(
    tx: ReadTx,
    caller: Caller,
    { key, instanceId }: BookSubject,
    formats: readonly BookFormat[],
    now: number,
  ): Promise<void> {
    const units = formats.map((format) => bookUnit(key, format));
    const quote = await this.allowances.preview(tx, caller, { instanceId, units }, now);
    if (!quote.fits) throw new QuotaExceeded(quote);
  }
}

const NONE: readonly SavedRequest[] = [];

const isWithoutAccess = ({ state, code }: DispatchRow): boolean =>
  state === 'attention' && code === 'access_unavailable';

const isAmong =
  (jobs: readonly JobKey[]) =>
  ({ requestId, format }: JobKey): boolean =>
    jobs.some((job) => job.requestId === requestId && job.format === format);

const isPending = ({ state }: DispatchRow): boolean => state === 'approval';
