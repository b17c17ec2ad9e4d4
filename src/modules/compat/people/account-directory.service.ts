import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { CachedReading } from '../../../core/database/cached-reading.js';
import { type LinkedIdentities, LinkedIdentitiesService } from '../../media-accounts/media-accounts.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { SavedRequestsService } from '../requests/saved-requests.service.js';
import { trackerUser, type KnownAccount, type TrackerUserView } from './tracker-user.js';

/** The accounts as the tracker's clients read them, all of one moment. */
export interface TrackerPeople {
  readonly total: number;
  /** At most `take` of them, oldest first, after the first `skip`. */
  page(skip: number, take: number): readonly TrackerUserView[];
  user(id: number): TrackerUserView | null;
  /** An account that is no more, as a request remembers it. */
  former(id: number, username: string, since: number): TrackerUserView;
}

interface KeptPeople {
  readonly accounts: readonly KnownAccount[];
  readonly byId: ReadonlyMap<number, KnownAccount>;
  readonly linked: ReadonlyMap<number, LinkedIdentities>;
  readonly views: Map<number, TrackerUserView>;
}

/**
 * All accounts stay in memory, since a household has few and pages of requests name them on every line; they are read anew
 * after anything was written.
 */
@Injectable()
export class AccountDirectoryService {
  private readonly people: CachedReading<KeptPeople>;

  constructor(
    database: Database,
    accounts: AccountsRepository,
    identities: LinkedIdentitiesService,
    private readonly requests: SavedRequestsService,
  ) {
    this.people = new CachedReading(database, async () => {
      const { all, linked } = await database.read(async (tx) => ({
        all: await accounts.all(tx),
        linked: await identities.all(tx),
      }));
      return { accounts: all, byId: new Map(all.map((account) => [account.id, account])), linked, views: new Map() };
    });
  }

  /** @throws StorageError */
  async look(): Promise<TrackerPeople> {
    const [{ accounts, byId, linked, views }, figures] = await Promise.all([
      this.people.get(),
      this.requests.figures(),
    ]);
    const viewOf = (account: KnownAccount): TrackerUserView => {
      const requestCount = figures.byAccount.get(account.id) ?? 0;
      const made = views.get(account.id);
      if (made?.requestCount === requestCount) return made;
      const view = trackerUser(account, requestCount, linked.get(account.id));
      views.set(account.id, view);
      return view;
    };
    return {
      total: accounts.length,
      page: (skip, take) => accounts.slice(skip, skip + take).map(viewOf),
      user: (id) => {
        const account = byId.get(id);
        return account ? viewOf(account) : null;
      },
      former: (id, username, since) =>
        trackerUser({ id, username, role: 'user', createdAt: since }, figures.byAccount.get(id) ?? 0),
    };
  }
}
