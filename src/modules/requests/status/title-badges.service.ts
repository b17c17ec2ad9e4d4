import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { InstanceAccessService, InstanceNotGranted, NoneConfigured } from '../../instances/instances.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { savedStateOf, statusNow, type StatusNow } from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { DispatchesRepository, type SavedRequest } from '../saved/dispatches.repository.js';
import { SubscribersRepository } from '../saved/subscribers.repository.js';
import { RequestsRepository } from '../saved/requests.repository.js';
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

@Injectable()
export class TitleBadgesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly subscribers: SubscribersRepository,
    private readonly kinds: RequestKinds,
    private readonly limits: RequesterLimitsService,
  ) {}

  /**
   * By id, by one reading of the library. Left out are titles outside the limits of a kids account, and all where the
   * caller has no library of the kind.
   * @throws AppError as {@link RequesterLimitsService.within}
   */
  async of(caller: Caller, { mediaType, tmdbIds }: AskedTitles): Promise<ReadonlyMap<number, TitleBadge>> {
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
  async ofCatalog(caller: Caller, { mediaType, keys }: AskedCatalogTitles): Promise<ReadonlyMap<string, TitleBadge>> {
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
        requests.set(key, await this.subscribers.ownParts(tx, userId, await this.dispatches.joined(tx, here)));
    }
    return requests;
  }
}
