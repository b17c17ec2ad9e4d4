import { Injectable } from '@nestjs/common';
import type { Role } from '../../../core/access/permissions.js';
import { InjectLog } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import type { Log } from '../../../core/logging/log.js';
import {
  InstanceAccessService,
  MediaServerDirectoryService,
  type MediaServerRecord,
  type MediaServerType,
} from '../../instances/instances.public.js';
import { AccountsRepository, ContentPoliciesRepository, type ContentPolicy } from '../../users/users.public.js';
import { LibraryPoliciesRepository } from '../accounts/library-policies.repository.js';
import type { LibraryPolicy } from '../accounts/library-policy.js';
import type { MediaAccount } from '../accounts/media-accounts.repository.js';
import type { AgeLimits } from '../servers/media-server.js';
import { differs, isGranted, type WantedAccess, wantedAccess } from './wanted-access.js';

export interface ReviewedLink {
  readonly account: MediaAccount;
  readonly server: MediaServerRecord;
  readonly granted: boolean;
  readonly wanted: WantedAccess;
  /** Does the server still have to confirm it? This is `access_sync_pending`. */
  readonly isPending: boolean;
  readonly limits: AgeLimits | null;
}

interface ServerFacts {
  readonly server: MediaServerRecord;
  readonly serverType: MediaServerType;
  readonly holders: ReadonlySet<number>;
  readonly policies: ReadonlyMap<number, LibraryPolicy>;
}

/** What should be of links? Computed from rows alone; nobody is asked. */
@Injectable()
export class AccessReviewService {
  constructor(
    private readonly directory: MediaServerDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly accounts: AccountsRepository,
    private readonly limits: ContentPoliciesRepository,
    private readonly policies: LibraryPoliciesRepository,
    @InjectLog() private readonly log: Log,
  ) {}

  /** One whose instance is no media server any more is left out. @throws StorageError 503: no policy passes for none */
  async review(tx: ReadTx, links: readonly MediaAccount[]): Promise<readonly ReviewedLink[]> {
    const servers = await this.serversOf(tx, new Set(links.map(({ instanceId }) => instanceId)));
    const userIds = [...new Set(links.flatMap(({ userId }) => (userId === null ? [] : [userId])))];
    const people = await this.accounts.byIds(tx, userIds);
    const limits = await this.limits.byIds(tx, userIds);
    return links.flatMap((account) => {
      const facts = servers.get(account.instanceId);
      if (!facts) return [];
      const { userId } = account;
      const role = userId === null ? null : (people.get(userId)?.role ?? null);
      const policy = userId === null ? undefined : limits.get(userId);
      return [reviewLink(account, facts, role, policy ? ageLimitsOf(policy) : null)];
    });
  }

  /** As {@link review}; a link of which a policy can't be read is left out, logged, and stays as it is. */
  async reviewReadable(tx: ReadTx, links: readonly MediaAccount[]): Promise<readonly ReviewedLink[]> {
    try {
      return await this.review(tx, links);
    } catch (error) {
      if (!isCorrupt(error)) throw error;
    }
    const reviewed: ReviewedLink[] = [];
    for (const link of links) {
      try {
        reviewed.push(...(await this.review(tx, [link])));
      } catch (error) {
        if (!isCorrupt(error)) throw error;
        this.log.error('what should be of an account on a media server can not be read', { link: link.id, error });
      }
    }
    return reviewed;
  }

  async reviewOne(tx: ReadTx, link: MediaAccount): Promise<ReviewedLink | null> {
    return (await this.review(tx, [link]))[0] ?? null;
  }

  async limitsOf(tx: ReadTx, userId: number): Promise<AgeLimits | null> {
    const policy = await this.limits.of(tx, userId);
    return policy && ageLimitsOf(policy);
  }

  private async serversOf(tx: ReadTx, instanceIds: ReadonlySet<string>): Promise<ReadonlyMap<string, ServerFacts>> {
    const facts = new Map<string, ServerFacts>();
    for (const id of instanceIds) {
      const server = await this.directory.byId(tx, id);
      if (!server) continue;
      const { serviceType: serverType } = server;
      const holders = await this.access.holdersOf(tx, id);
      const isAudiobooks = serverType === 'audiobook_server';
      const policies = isAudiobooks ? await this.policies.onInstance(tx, id) : NO_POLICIES;
      facts.set(id, { server, serverType, holders, policies });
    }
    return facts;
  }
}

const isCorrupt = (error: unknown): boolean => error instanceof StorageError && error.kind === 'corrupt';

const NO_POLICIES: ReadonlyMap<number, LibraryPolicy> = new Map();

function reviewLink(
  account: MediaAccount,
  { server, serverType, holders, policies }: ServerFacts,
  role: Role | null,
  limits: AgeLimits | null,
): ReviewedLink {
  const { userId, manageAccess, isAdministrator, managesLibraries, confirmed } = account;
  const granted = isGranted({ role, granted: userId !== null && holders.has(userId) });
  const wanted = wantedAccess({
    serverType,
    role,
    granted,
    manageAccess,
    isAdministrator,
    managesLibraries,
    instanceLibraryIds: server.config.libraryIds,
    policy: userId === null ? null : (policies.get(userId) ?? null),
    limits,
  });
  return { account, server, granted, wanted, isPending: differs(wanted, confirmed, account.isPending), limits };
}

const ageLimitsOf = ({ ratingRegion, maxMovieRating, maxTvRating, blockUnrated }: ContentPolicy): AgeLimits => ({
  ratingRegion,
  maxMovieRating,
  maxTvRating,
  blockUnrated,
});
