import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { InstanceAccessService } from '../../instances/instances.public.js';
import { DispatchesRepository, type SavedRequest } from '../jobs/dispatches.repository.js';
import { OwnSharesService } from '../jobs/own-shares.service.js';
import { RequestKinds } from '../kinds/request-kind.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import { LIBRARY_KINDS, type MediaType } from '../saved/work.js';
import type { TitleBadge } from './title-badges.service.js';
import { unlessNoLibrary } from './unless-no-library.js';

/** Albums or books that are asked about. */
export interface AskedCatalogTitles {
  readonly mediaType: MediaType;
  /** Their keys, by the ids that were sent. */
  readonly keys: ReadonlyMap<string, string>;
}

/** The caller's library, and their requests in it by the keys of titles, newest first. */
interface Place {
  readonly instanceId: string;
  readonly requests: ReadonlyMap<string, readonly SavedRequest[]>;
}

/** Reads the status of many albums or books at once, each in the caller's library of its kind. */
@Injectable()
export class CatalogBadgesService {
  constructor(
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly shares: OwnSharesService,
    private readonly kinds: RequestKinds,
  ) {}

  /**
   * By the id that was sent: what a card shows, by one reading of the library. Empty where the caller has no library of the
   * kind.
   */
  async of(caller: Caller, { mediaType, keys }: AskedCatalogTitles): Promise<ReadonlyMap<string, TitleBadge>> {
    const place = keys.size === 0 ? null : await this.place(caller, { mediaType, keys });
    if (!place) return new Map();
    const { instanceId, requests } = place;
    const kind = this.kinds.of(mediaType);
    const badges = [...keys].map(async ([id, key]): Promise<readonly [string, TitleBadge]> => {
      const title = { mediaType, key, tmdbId: 0, instanceId };
      // They share one reading, which is kept for a moment.
      const state = await kind.titleIn(instanceId, title, requests.get(key) ?? [], shareOf(caller.userId));
      return [id, { now: state.now, requestId: state.saved?.request.id ?? null }];
    });
    return new Map(await Promise.all(badges));
  }

  private place(caller: Caller, { mediaType, keys }: AskedCatalogTitles): Promise<Place | null> {
    const { userId } = caller;
    return unlessNoLibrary(() =>
      this.database.read(async (tx) => {
        const { id: instanceId } = await this.access.resolveDestination(tx, caller, LIBRARY_KINDS[mediaType]);
        const requests = new Map<string, readonly SavedRequest[]>();
        for (const key of new Set(keys.values())) {
          const rows = await this.saved.ofWork(tx, { userId, mediaType, key });
          const here = rows.filter((row) => row.instanceId === instanceId);
          if (here.length > 0)
            requests.set(key, await this.shares.of(tx, userId, await this.dispatches.joined(tx, here)));
        }
        return { instanceId, requests };
      }),
    );
  }
}
