import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { HUB_ACCOUNT_LINKS, type HubAccountLink, InstanceDirectoryService } from '../../instances/instances.public.js';
import { AccountsRepository, HubIdentitiesRepository } from '../../users/users.public.js';
import { hubIdentityTaken, hubLinkUnproven } from '../auth.errors.js';

/** A link with an account at the hub, with what is known of it here. */
export interface HubCandidate {
  readonly link: HubAccountLink;
  readonly username: string;
  /** Names of the link's instances, by id. */
  readonly instanceNames: ReadonlyMap<string, string>;
  /** Is this the account at the hub that signs the account in? */
  readonly isConfirmed: boolean;
}

/** An account of ours, and the account at the hub that is to sign it in from now on. */
export interface HubMapping {
  readonly userId: number;
  /** The hub's number of the account, as text. */
  readonly hubAccountId: string;
}

/**
 * Lets people sign in by the hub whose media accounts are linked there, once an administrator has confirmed the link. Source:
 * doc 1 section 4.
 */
@Injectable()
export class HubCandidatesService {
  constructor(
    private readonly database: Database,
    private readonly ports: PortRegistry,
    private readonly directory: InstanceDirectoryService,
    private readonly accounts: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly clock: Clock,
  ) {}

  /** Every link of an account that exists, read anew, by user id. */
  async list(): Promise<readonly HubCandidate[]> {
    const links = await this.review();
    return this.database.read(async (tx) => {
      const accounts = await this.accounts.byIds(
        tx,
        links.map(({ userId }) => userId),
      );
      const instances = await this.directory.ofKind(tx, 'hub');
      const instanceNames = new Map(instances.map(({ id, name }) => [id, name]));
      const candidates: HubCandidate[] = [];
      for (const link of links) {
        const username = accounts.get(link.userId)?.username;
        const identity = await this.identities.find(tx, link.hubAccountId);
        if (username !== undefined)
          candidates.push({ link, username, instanceNames, isConfirmed: identity?.userId === link.userId });
      }
      return candidates.sort((one, other) => one.link.userId - other.link.userId);
    });
  }

  /**
   * Signs these accounts in by these accounts at the hub from now on: all of them or none. Each is read anew before.
   *
   * @throws AppError 409 for a mapping that nothing shows, and where either account is linked with another; 404 for an unknown
   *   account; 401 and 403 when they may not any more
   */
  async confirm(admin: Privileged, mappings: readonly HubMapping[]): Promise<void> {
    const links = await this.review();
    const proven = mappings.map((mapping) => links.find((link) => isProof(link, mapping)));
    if (proven.includes(undefined)) throw hubLinkUnproven();
    await privilegedWrite(this.database, admin, async (tx) => {
      for (const link of proven) if (link) await this.add(tx, link);
    }).catch((fault: unknown) => {
      throw fault instanceof UniqueViolation ? hubIdentityTaken() : fault;
    });
  }

  private async add(tx: WriteTx, link: HubAccountLink): Promise<void> {
    const { userId, hubAccountId, email, hubUsername: username } = link;
    await this.accounts.require(tx, userId);
    const known = (await this.identities.find(tx, hubAccountId)) ?? (await this.identities.ofUser(tx, userId));
    if (known && (known.userId !== userId || known.hubAccountId !== hubAccountId)) throw hubIdentityTaken();
    if (!known) await this.identities.add(tx, { hubAccountId, userId, email, username, createdAt: this.clock.now() });
  }

  private async review(): Promise<readonly HubAccountLink[]> {
    const reviews = this.ports.all(HUB_ACCOUNT_LINKS).map((links) => links.review());
    return (await Promise.all(reviews)).flat();
  }
}

/** A link proves nothing if it is unreliable, or if none of its instances could be read. */
function isProof({ userId, hubAccountId, reason, servers }: HubAccountLink, mapping: HubMapping): boolean {
  const isMeant = userId === mapping.userId && hubAccountId === mapping.hubAccountId;
  return isMeant && reason === null && servers.some(({ error }) => error === undefined);
}
