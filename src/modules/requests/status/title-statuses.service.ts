import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { type Share, shareOf } from '../../../core/shares/fair-line.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { type AskedTitle, RequestKinds, type TitleState } from '../kinds/request-kind.js';
import {
  isOpenStatus,
  jointStatus,
  keptRecord,
  type StatusNow,
  statusOfSaved,
  type TrackedRequest,
} from '../kinds/request-status.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchRow } from '../saved/job-rows.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';
import { type CatalogId, RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS } from '../saved/work.js';

const DELIVERIES_LIMIT = 20;

interface TitleWithDeliveries extends TitleState {
  /** Of all open requests for the title, and of `saved`, newest first; those of at most twenty requests. */
  readonly deliveries: readonly DispatchRow[];
}

export interface TitleStates extends TitleWithDeliveries {
  /** By instance id; empty unless requested and there is more than one library. */
  readonly everywhere: ReadonlyMap<string, StatusNow>;
}

interface Place {
  readonly id: string;
  readonly requests: readonly SavedRequest[];
}

@Injectable()
export class TitleStatusesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly kinds: RequestKinds,
    private readonly subscribers: SubscribersRepository,
  ) {}

  /**
   * @param everywhere also read every other library of its kind that the caller may use
   * @param withSaved false shows the library's state alone; the title is still found by the record of an earlier
   *   delivery
   * @throws AppError 400 or 403 for the library; 404 for a series that the metadata provider affirms not to have
   */
  async of(
    caller: Caller,
    title: AskedTitle,
    { everywhere = false, withSaved = true }: { readonly everywhere?: boolean; readonly withSaved?: boolean } = {},
  ): Promise<TitleStates> {
    const { here, places } = await this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[title.mediaType], title.instanceId);
      const others = everywhere ? await this.access.usable(tx, caller, LIBRARY_KINDS[title.mediaType]) : [];
      const places = await this.places(tx, caller, title, [id, ...others.map((other) => other.id)]);
      return { here: id, places };
    });
    const at = async (place: Place): Promise<readonly [string, TitleWithDeliveries]> => {
      const bare = { ...title, recordId: keptRecord(place.requests) };
      const share = shareOf(caller.userId);
      const state = withSaved ? this.at(title, place, share) : this.at(bare, { ...place, requests: [] }, share);
      return [place.id, await state];
    };
    const states = await Promise.all(places.map(at));
    const [state] = states.flatMap(([id, state]) => (id === here ? [state] : []));
    if (!state) throw new Error('a library that was read has no status');
    const nowIn = states.map(([id, { now }]) => [id, now] as const);
    return { ...state, everywhere: new Map(nowIn.length > 1 ? nowIn : []) };
  }

  /**
   * What is saved of a shared title in a library: all open requests that cover a part of it for the caller, joined;
   * else the newest. No library is read.
   * @returns null when the caller has never requested it. @throws AppError 400 or 403 as {@link of}
   */
  async asSaved(caller: Caller, title: AskedTitle): Promise<TrackedRequest | null> {
    const requests = await this.database.read(async (tx) => {
      const { mediaType, instanceId } = title;
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId);
      const [place] = await this.places(tx, caller, title, [id]);
      return place?.requests ?? [];
    });
    const open = requests.filter(({ request }) => isOpenStatus(request));
    const [first, ...others] = open.length > 0 ? open : requests.slice(0, 1);
    if (!first) return null;
    const now = jointStatus(statusOfSaved(first), others.map(statusOfSaved));
    return {
      request: first.request,
      deliveries: [...first.deliveries, ...others.flatMap(({ deliveries }) => deliveries)],
      now: { ...now, statusKnown: false },
    };
  }

  /**
   * The caller's newest request for a title that isn't shared, in any state.
   * @param catalogId the id in an outside catalog that the title is asked for by; null for none
   * @throws AppError 400 or 403 as {@link of}
   */
  newestRequest(
    caller: Caller,
    { mediaType, key, instanceId }: AskedTitle,
    catalogId: CatalogId | null,
  ): Promise<number | null> {
    return this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId);
      const input = { userId: caller.userId, mediaType, key, instanceId: id };
      const named = catalogId && (await this.saved.newestOfCatalog(tx, input, catalogId));
      return (named ?? (await this.saved.newest(tx, input)))?.id ?? null;
    });
  }

  private async places(
    tx: ReadTx,
    caller: Caller,
    { mediaType, key }: AskedTitle,
    ids: readonly string[],
  ): Promise<readonly Place[]> {
    const rows = await this.saved.ofWork(tx, { userId: caller.userId, mediaType, key });
    const requests = await this.subscribers.ownParts(tx, caller.userId, await this.dispatches.joined(tx, rows));
    return [...new Set(ids)].map((id) => ({
      id,
      requests: requests.filter(({ request }) => request.instanceId === id),
    }));
  }

  private async at(title: AskedTitle, { id, requests }: Place, share: Share): Promise<TitleWithDeliveries> {
    const state = await this.kinds.of(title.mediaType).titleIn(id, title, requests, share);
    return { ...state, deliveries: deliveriesOf(requests, state.saved) };
  }
}

function deliveriesOf(requests: readonly SavedRequest[], shown: SavedRequest | null): readonly DispatchRow[] {
  const others = requests.filter((one) => one !== shown && isOpenStatus(one.request));
  const listed = new Set([shown, ...others.slice(0, DELIVERIES_LIMIT - 1)]);
  return requests.filter((one) => listed.has(one)).flatMap(({ deliveries }) => deliveries);
}
