import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { savedStateOf, statusNow, type StatusNow } from '../kinds/request-status.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS } from '../saved/work.js';
import { unlessNoLibrary } from './unless-no-library.js';

/** What a card of a title shows. */
export interface TitleBadge {
  readonly now: StatusNow;
  /** The caller's newest request for it in their library; null for none. */
  readonly requestId: number | null;
}

/** Titles of one media type that are asked about. */
export interface AskedTitles {
  readonly mediaType: TitleKind;
  readonly tmdbIds: readonly number[];
}

/** Reads the status of many titles at once, each in the caller's library of its kind. */
@Injectable()
export class TitleBadgesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly kinds: RequestKinds,
    private readonly limits: RequesterLimitsService,
  ) {}

  /**
   * By id: what a card shows, by one reading of the library. Left out are titles outside the limits of a kids account, and
   * all where the caller has no library of the kind.
   *
   * @throws AppError as {@link RequesterLimitsService.within}
   */
  async of(caller: Caller, { mediaType, tmdbIds }: AskedTitles): Promise<ReadonlyMap<number, TitleBadge>> {
    const asked = tmdbIds.map((tmdbId) => ({ request: { mediaType, tmdbId } }));
    const shown = (await this.limits.within(caller, asked)).map(({ request }) => request.tmdbId);
    const place = shown.length === 0 ? null : await this.place(caller, { mediaType, tmdbIds: shown });
    if (!place) return new Map();
    const states = await this.kinds.of(mediaType).inDigest?.(place.instanceId, shown);
    return new Map(
      shown.flatMap((tmdbId): readonly (readonly [number, TitleBadge])[] => {
        const live = states?.get(tmdbId);
        const saved = place.requests.get(tmdbId);
        return live
          ? [
              [
                tmdbId,
                { now: statusNow(saved ? savedStateOf(saved) : null, live), requestId: saved?.request.id ?? null },
              ],
            ]
          : [];
      }),
    );
  }

  /** The caller's library and their requests in it; null where they have none. */
  private place(
    caller: Caller,
    { mediaType, tmdbIds }: AskedTitles,
  ): Promise<{ readonly instanceId: string; readonly requests: ReadonlyMap<number, SavedRequest> } | null> {
    return unlessNoLibrary(() =>
      this.database.read(async (tx) => {
        const { id: instanceId } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType]);
        const subject = { userId: caller.userId, mediaType, instanceId };
        const rows = await this.saved.newestOf(tx, subject, tmdbIds.map(String));
        const requests = await this.dispatches.joined(tx, rows);
        return { instanceId, requests: new Map(requests.map((one) => [one.request.tmdbId, one])) };
      }),
    );
  }
}
