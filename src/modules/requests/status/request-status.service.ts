import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { foreignReceipt, unknownRequest } from '../requests.errors.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { StatusReading } from '../kinds/request-kind.js';
import { RequestKinds } from '../kinds/request-kinds.js';
import { receiptSaved, savedStateOf, statusSaved, type TrackedRequest } from '../kinds/request-status.js';
import type { MediaType } from '../saved/work.js';

/** The most requests of an account in one list. */
const LIST_LIMIT = 1000;

/** Reads the status of requests: first the saved state, then the live state of the libraries on top. */
@Injectable()
export class RequestStatusService {
  constructor(
    private readonly database: Database,
    private readonly kinds: RequestKinds,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
  ) {}

  /**
   * The caller's own requests, newest first, at most a thousand. For a library that the caller may no longer use, the
   * saved status is shown.
   */
  async own(caller: Caller): Promise<readonly TrackedRequest[]> {
    const { saved, reading } = await this.database.read(async (tx) => {
      const saved = await this.dispatches.joined(tx, await this.saved.ofAccount(tx, caller.userId, LIST_LIMIT));
      return { saved, reading: await this.reading(tx, caller, saved) };
    });
    const now = await reading();
    return saved.map((one) => ({ ...one, now: now(one) }));
  }

  /** The caller's own requests of a media type in a library: the newest for each title, newest first, as saved. */
  savedIn(caller: Caller, mediaType: MediaType, instanceId: string): Promise<readonly SavedRequest[]> {
    return this.database.read(async (tx) => {
      const rows = await this.saved.ofAccountIn(tx, { userId: caller.userId, mediaType, instanceId }, LIST_LIMIT);
      const newest = new Map(rows.toReversed().map((row) => [row.key, row]));
      return this.dispatches.joined(
        tx,
        [...newest.values()].sort((one, other) => other.id - one.id),
      );
    });
  }

  /**
   * The status of one of the caller's own requests.
   *
   * @param includeLive false returns the saved status and reads no library. Source: doc 4 section 1.6
   * @throws AppError 403 for an unknown request or another account's
   */
  async receipt(caller: Caller, requestId: number, includeLive: boolean): Promise<TrackedRequest> {
    const { one, reading } = await this.database.read(async (tx) => {
      const one = await this.one(tx, requestId);
      if (one?.request.userId !== caller.userId) throw foreignReceipt();
      return { one, reading: await this.reading(tx, caller, includeLive ? [one] : []) };
    });
    if (!includeLive) return { ...one, now: receiptSaved(one) };
    const now = await reading();
    return { ...one, now: now(one) };
  }

  /**
   * The saved status of any request, after an action on it. No library is asked, so that the answer comes at once even
   * when the library hangs.
   */
  async afterAction(requestId: number): Promise<TrackedRequest> {
    const one = await this.database.read((tx) => this.one(tx, requestId));
    if (!one) throw unknownRequest();
    return { ...one, now: statusSaved(savedStateOf(one)) };
  }

  private async one(tx: ReadTx, requestId: number): Promise<SavedRequest | undefined> {
    const row = await this.saved.remembered(tx, requestId);
    return row ? (await this.dispatches.joined(tx, [row]))[0] : undefined;
  }

  /** How the status of these requests is read: each library once, in parallel. */
  private async reading(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    const readings = new Map<MediaType, StatusReading>();
    for (const mediaType of new Set(requests.map(({ request }) => request.mediaType))) {
      const ofKind = requests.filter(({ request }) => request.mediaType === mediaType);
      readings.set(mediaType, await this.kinds.of(mediaType).statuses(tx, caller, ofKind));
    }
    return async () => {
      const read = [...readings].map(async ([mediaType, reading]) => [mediaType, await reading()] as const);
      const statuses = new Map(await Promise.all(read));
      return (one) => statuses.get(one.request.mediaType)?.(one) ?? statusSaved(savedStateOf(one));
    };
  }
}
