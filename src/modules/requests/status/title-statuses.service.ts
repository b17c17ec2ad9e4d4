import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { type Share, shareOf } from '../../../core/shares/fair-line.js';
import { InstanceAccessService, InstanceNotGranted, NoneConfigured } from '../../instances/instances.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { type AskedTitle, RequestKinds, type TitleState } from '../kinds/request-kind.js';
import {
  isOpenStatus,
  jointStatus,
  keptRecord,
  savedStateOf,
  statusNow,
  type StatusNow,
  statusOfSaved,
  type TrackedRequest,
} from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import type { DispatchRow } from '../saved/job-rows.js';
import { type CatalogId, RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS, type MediaType } from '../saved/work.js';

export interface TitleBadge {
  readonly now: StatusNow;
  readonly requestId: number | null;
}

interface AskedTitles {
  readonly mediaType: TitleKind;
  readonly tmdbIds: readonly number[];
}

interface AskedCatalogTitles {
  readonly mediaType: MediaType;
  readonly keys: ReadonlyMap<string, string>;
}

const DELIVERIES_LIMIT = 20;

interface TitleWithDeliveries extends TitleState {
  /** Of all open requests for the title, and of `saved`, newest first; those of at most twenty requests. */
  readonly deliveries: readonly DispatchRow[];
}

export interface TitleStates extends TitleWithDeliveries {
  /** By instance id; empty unless requested and there is more than one library. */
  readonly everywhere: ReadonlyMap<string, StatusNow>;
}

/** A caller's requests for a title in one library, newest first. */
interface LibraryRequests {
  readonly instanceId: string;
  readonly requests: readonly SavedRequest[];
}

/** The status of titles for an account, requested or not; of many at once what a card shows. */
@Injectable()
export class TitleStatusesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly kinds: RequestKinds,
    private readonly limits: RequesterLimitsService,
  ) {}

  /**
   * @param withSaved false shows the library's state alone; the title is still found by the record of an earlier
   * delivery
   * @throws AppError 400 or 403 for the library; 404 for a series that the metadata provider affirms not to have
   */
  async of(
    caller: Caller,
    title: AskedTitle,
    { everywhere = false, withSaved = true }: { readonly everywhere?: boolean; readonly withSaved?: boolean } = {},
  ): Promise<TitleStates> {
    const { here, libraries } = await this.database.read(async (tx) => {
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[title.mediaType], title.instanceId);
      const others = everywhere ? await this.access.usable(tx, caller, LIBRARY_KINDS[title.mediaType]) : [];
      const libraries = await this.requestsByLibrary(tx, caller, title, [id, ...others.map((other) => other.id)]);
      return { here: id, libraries };
    });
    const read = async (library: LibraryRequests): Promise<readonly [string, TitleWithDeliveries]> => {
      const bare = { ...title, recordId: keptRecord(library.requests) };
      const share = shareOf(caller.userId);
      const state = withSaved ? this.at(title, library, share) : this.at(bare, { ...library, requests: [] }, share);
      return [library.instanceId, await state];
    };
    const states = await Promise.all(libraries.map(read));
    const [state] = states.flatMap(([id, state]) => (id === here ? [state] : []));
    if (!state) throw new Error('a library that was read has no status');
    const nowIn = states.map(([id, { now }]) => [id, now] as const);
    return { ...state, everywhere: new Map(nowIn.length > 1 ? nowIn : []) };
  }

  /**
   * Of a shared title: all open requests that cover a part of it for the caller, else the newest. No library is read.
   * @returns null when the caller has never requested it. @throws AppError 400 or 403 as {@link of}
   */
  async asSaved(caller: Caller, title: AskedTitle): Promise<TrackedRequest | null> {
    const requests = await this.database.read(async (tx) => {
      const { mediaType, instanceId } = title;
      const { id } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType], instanceId);
      const [library] = await this.requestsByLibrary(tx, caller, title, [id]);
      return library?.requests ?? [];
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

  /** The newest of the caller that isn't shared, in any state. @param catalogId an outside catalog's. @throws AppError as {@link of} */
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

  private async requestsByLibrary(
    tx: ReadTx,
    caller: Caller,
    { mediaType, key }: AskedTitle,
    ids: readonly string[],
  ): Promise<readonly LibraryRequests[]> {
    const rows = await this.saved.ofWork(tx, { userId: caller.userId, mediaType, key });
    const requests = await this.saved.ownParts(tx, caller.userId, await this.dispatches.joined(tx, rows));
    return [...new Set(ids)].map((instanceId) => ({
      instanceId,
      requests: requests.filter(({ request }) => request.instanceId === instanceId),
    }));
  }

  private async at(
    title: AskedTitle,
    { instanceId, requests }: LibraryRequests,
    share: Share,
  ): Promise<TitleWithDeliveries> {
    const state = await this.kinds.of(title.mediaType).titleIn(instanceId, title, requests, share);
    return { ...state, deliveries: deliveriesOf(requests, state.saved) };
  }

  /** One reading of the library. Without titles outside a kids account's limits. @throws as {@link RequesterLimitsService.within} */
  async badges(caller: Caller, { mediaType, tmdbIds }: AskedTitles): Promise<ReadonlyMap<number, TitleBadge>> {
    const asked = tmdbIds.map((tmdbId) => ({ request: { mediaType, tmdbId } }));
    const shown = (await this.limits.within(caller, asked)).map(({ request }) => request.tmdbId);
    if (shown.length === 0) return new Map();
    const here = await this.database.read(async (tx) => {
      const instanceId = await this.libraryOf(tx, caller, mediaType);
      if (instanceId === null) return null;
      const subject = { userId: caller.userId, mediaType, instanceId };
      const rows = await this.saved.newestOf(tx, subject, shown.map(String));
      const requests = await this.dispatches.joined(tx, rows);
      return { instanceId, requests: new Map(requests.map((one) => [one.request.tmdbId, one])) };
    });
    if (!here) return new Map();
    const states = await this.kinds.of(mediaType).inDigest?.(here.instanceId, shown);
    const badges = new Map<number, TitleBadge>();
    for (const tmdbId of shown) {
      const live = states?.get(tmdbId);
      const saved = here.requests.get(tmdbId);
      if (live)
        badges.set(tmdbId, {
          now: statusNow(saved ? savedStateOf(saved) : null, live),
          requestId: saved?.request.id ?? null,
        });
    }
    return badges;
  }

  /** By the id that was sent, by one reading of the library. Empty where the caller has no library of the kind. */
  async catalogBadges(
    caller: Caller,
    { mediaType, keys }: AskedCatalogTitles,
  ): Promise<ReadonlyMap<string, TitleBadge>> {
    if (keys.size === 0) return new Map();
    const here = await this.database.read(async (tx) => {
      const instanceId = await this.libraryOf(tx, caller, mediaType);
      return instanceId === null
        ? null
        : { instanceId, requests: await this.requestsIn(tx, caller, instanceId, { mediaType, keys }) };
    });
    if (!here) return new Map();
    const { instanceId, requests } = here;
    const kind = this.kinds.of(mediaType);
    const badges = [...keys].map(async ([id, key]): Promise<readonly [string, TitleBadge]> => {
      const title = { mediaType, key, tmdbId: 0, instanceId };
      // They share one reading, which is kept for a moment.
      const state = await kind.titleIn(instanceId, title, requests.get(key) ?? [], shareOf(caller.userId));
      return [id, { now: state.now, requestId: state.saved?.request.id ?? null }];
    });
    return new Map(await Promise.all(badges));
  }

  private async libraryOf(tx: ReadTx, caller: Caller, mediaType: MediaType): Promise<string | null> {
    try {
      return (await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType])).id;
    } catch (refusal) {
      if (refusal instanceof NoneConfigured || refusal instanceof InstanceNotGranted) return null;
      throw refusal;
    }
  }

  private async requestsIn(
    tx: ReadTx,
    { userId }: Caller,
    instanceId: string,
    { mediaType, keys }: AskedCatalogTitles,
  ): Promise<ReadonlyMap<string, readonly SavedRequest[]>> {
    const requests = new Map<string, readonly SavedRequest[]>();
    for (const key of new Set(keys.values())) {
      const rows = await this.saved.ofWork(tx, { userId, mediaType, key });
      const here = rows.filter((row) => row.instanceId === instanceId);
      if (here.length > 0)
        requests.set(key, await this.saved.ownParts(tx, userId, await this.dispatches.joined(tx, here)));
    }
    return requests;
  }
}

function deliveriesOf(requests: readonly SavedRequest[], shown: SavedRequest | null): readonly DispatchRow[] {
  const others = requests.filter((one) => one !== shown && isOpenStatus(one.request));
  const listed = new Set([shown, ...others.slice(0, DELIVERIES_LIMIT - 1)]);
  return requests.filter((one) => listed.has(one)).flatMap(({ deliveries }) => deliveries);
}
