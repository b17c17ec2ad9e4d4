import { Injectable } from '@nestjs/common';
import type { ActingAdministrator, Caller } from '../../../core/access/caller.js';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { HUB_ACCOUNT_LINKS, type HubAccountLink, InstanceDirectoryService } from '../../instances/instances.public.js';
import {
  AccountsRepository,
  DevicesRepository,
  HubIdentitiesRepository,
  type HubIdentity,
  publishRevoked,
} from '../../users/users.public.js';
import { AttemptsService } from '../attempts/attempts.service.js';
import { hubIdentityTaken, hubLinkUnproven, lastWayIn } from '../auth.errors.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { HubPerson, HubProgress } from './hub-attempt.js';

export interface HubCandidate {
  readonly link: HubAccountLink;
  readonly username: string;
  /** Names of the link's instances, by id. */
  readonly instanceNames: ReadonlyMap<string, string>;
  /** Is this the account at the hub that signs the account in? */
  readonly isConfirmed: boolean;
}

/** An account of ours, and the account at the hub that is to sign it in from now on. */
export type HubMapping = Pick<HubAccountLink, 'userId' | 'hubAccountId'>;

/** Which accounts at the hub sign accounts of ours in: proven by their links on media servers, confirmed, and unlinked. */
@Injectable()
export class HubIdentitiesService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly ssoOnly: SsoOnlyService,
    private readonly devices: DevicesRepository,
    private readonly attempts: AttemptsService,
    private readonly events: EventBus,
    private readonly ports: PortRegistry,
    private readonly directory: InstanceDirectoryService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 404 for an unknown account */
  of(userId: number): Promise<HubIdentity | null> {
    return this.database.read(async (tx) => {
      await this.accounts.require(tx, userId);
      return this.identities.ofUser(tx, userId);
    });
  }

  /** Ends what signed in by the hub, too. @throws AppError 409 where no way in would be left, 401 when the device was revoked meanwhile */
  async unlinkOwn({ userId, deviceId }: Caller): Promise<void> {
    const unlinked = await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      return this.unlink(tx, userId, { isOwn: true });
    });
    if (unlinked) await this.finishUnlinking(unlinked);
  }

  /** Only for one's own account another way in must be left. @throws AppError 404 for no account, 409 as {@link unlinkOwn}; 401 and 403 */
  async unlinkOther(admin: ActingAdministrator, userId: number): Promise<void> {
    const unlinked = await privilegedWrite(this.database, admin, async (tx) => {
      await this.accounts.require(tx, userId);
      return this.unlink(tx, userId, { isOwn: userId === admin.userId });
    });
    if (unlinked) await this.finishUnlinking(unlinked);
  }

  private async unlink(tx: WriteTx, userId: number, { isOwn }: { readonly isOwn: boolean }): Promise<Unlinked | null> {
    const identity = await this.identities.ofUser(tx, userId);
    if (!identity) return null;
    if (isOwn && !(await this.ssoOnly.hasLocalMethod(tx, userId))) throw lastWayIn();
    await this.identities.remove(tx, userId);
    return { identity, deviceIds: await this.devices.revokeWhere(tx, { userId, methods: ['hub'] }) };
  }

  /** Attempts that would sign the person in, or link the account again, end too. */
  private async finishUnlinking({ identity: { userId, hubAccountId }, deviceIds }: Unlinked): Promise<void> {
    this.attempts.endWhere<HubProgress>('hub', ({ progress: { purpose } }, outcome) => {
      const person = outcome as HubPerson | undefined;
      return person?.hubAccountId === hubAccountId || (purpose.kind === 'link' && purpose.userId === userId);
    });
    await publishRevoked(this.events, deviceIds);
  }

  /** Every link of an account that exists, read anew, by user id. */
  async listCandidates(): Promise<readonly HubCandidate[]> {
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
   * Links all or none, by links that are read anew. @throws AppError 409 for a mapping that nothing shows, and where either account is
   * linked with another; 404 for an unknown account; 401 and 403 when they may not any more
   */
  async confirm(admin: Privileged, mappings: readonly HubMapping[]): Promise<void> {
    const links = await this.review();
    const proven = mappings.map((mapping) => links.find((link) => isProof(link, mapping)));
    if (proven.includes(undefined)) throw hubLinkUnproven();
    await privilegedWrite(this.database, admin, async (tx) => {
      for (const link of proven) if (link) await this.addProven(tx, link);
    }).catch((fault: unknown) => {
      throw fault instanceof UniqueViolation ? hubIdentityTaken() : fault;
    });
  }

  private async addProven(tx: WriteTx, link: HubAccountLink): Promise<void> {
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

interface Unlinked {
  readonly identity: HubIdentity;
  readonly deviceIds: readonly string[];
}

/** A link proves nothing if it is unreliable, or if none of its instances could be read. */
function isProof({ userId, hubAccountId, reason, servers }: HubAccountLink, mapping: HubMapping): boolean {
  const isMeant = userId === mapping.userId && hubAccountId === mapping.hubAccountId;
  return isMeant && reason === null && servers.some(({ error }) => error === undefined);
}
