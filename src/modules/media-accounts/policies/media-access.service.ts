import { Injectable } from '@nestjs/common';
import { type Privileged, privilegedWrite } from '../../../core/access/privileged-write.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import {
  AssignmentsChanged,
  InstanceAccessService,
  InstanceChanged,
  InstanceDirectoryService,
  InstanceGrantsService,
  MediaServerDirectoryService,
  type MediaServerRecord,
} from '../../instances/instances.public.js';
import { AccountsRepository } from '../../users/users.public.js';
import { AccessReviewService } from '../access/access-review.service.js';
import { LibraryPoliciesRepository } from '../accounts/library-policies.repository.js';
import { judgePolicy, type LibraryPolicy, type PolicyInput } from '../accounts/library-policy.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { noAudiobookServer } from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';

export interface PolicyInForce extends LibraryPolicy {
  readonly isSyncPending: boolean;
  readonly managesLibraries: boolean;
}

export interface MediaAccess {
  /** Of those who follow the default; empty for all. */
  readonly defaultLibraryIds: readonly string[];
  /** Who holds the server by a grant, ascending. */
  readonly userIds: readonly number[];
  /** The choices by person, whether or not they hold the server. */
  readonly policies: ReadonlyMap<number, PolicyInForce>;
}

/** What is to be; what is left out stays. */
export interface MediaAccessInput {
  readonly defaultLibraryIds?: unknown;
  readonly userIds?: readonly number[] | null;
  readonly policies?: ReadonlyMap<number, PolicyInput> | null;
}

@Injectable()
export class MediaAccessService {
  constructor(
    private readonly database: Database,
    private readonly instances: InstanceDirectoryService,
    private readonly directory: MediaServerDirectoryService,
    private readonly access: InstanceAccessService,
    private readonly grants: InstanceGrantsService,
    private readonly people: AccountsRepository,
    private readonly links: MediaAccountsRepository,
    private readonly policies: LibraryPoliciesRepository,
    private readonly reviews: AccessReviewService,
    private readonly events: EventBus,
  ) {}

  /** @throws InstanceMissing 404; AppError 400 for an instance that is no audiobook server */
  of(instanceId: string): Promise<MediaAccess> {
    return this.database.read((tx) => this.read(tx, instanceId));
  }

  /** In one write. @throws InstanceMissing 404; AppError 400 for no audiobook server, or the first fault; 401 and 403 for a lost right */
  async set(by: Privileged, instanceId: string, input: MediaAccessInput): Promise<MediaAccess> {
    const choices = new Map([...(input.policies ?? [])].map(([userId, one]) => [userId, judgePolicy(one)]));
    const { isDefaultNew, hasNewHolders, access } = await privilegedWrite(this.database, by, async (tx) => {
      const server = await this.require(tx, instanceId);
      const { defaultLibraryIds: ids, userIds } = input;
      const isNamed = ids !== undefined && ids !== null;
      const isDefaultNew = isNamed && (await this.directory.setLibraryIds(tx, instanceId, ids));
      const hasNewHolders = userIds ? await this.grants.set(tx, server, new Set(userIds)) : false;
      await this.choose(tx, instanceId, choices);
      return { isDefaultNew, hasNewHolders, access: await this.read(tx, instanceId) };
    });
    if (isDefaultNew) await this.events.publish(new InstanceChanged(instanceId));
    if (hasNewHolders) await this.events.publish(new AssignmentsChanged(instanceId));
    if (choices.size > 0) await this.events.publish(new MediaLinksChanged(instanceId, [...choices.keys()]));
    return access;
  }

  private async choose(tx: WriteTx, instanceId: string, choices: ReadonlyMap<number, LibraryPolicy>): Promise<void> {
    const known = await this.people.byIds(tx, [...choices.keys()]);
    if ([...choices.keys()].some((userId) => !known.has(userId)))
      throw badRequest('unknown_user', 'policies names a user that does not exist', { name: 'policies' });
    for (const [userId, choice] of choices) {
      await this.policies.set(tx, userId, instanceId, choice);
      const link = await this.links.of(tx, userId, instanceId);
      if (link?.manageAccess) await this.links.change(tx, link.id, { managesLibraries: true, nextAttemptAt: null });
    }
  }

  private async read(tx: ReadTx, instanceId: string): Promise<MediaAccess> {
    const server = await this.require(tx, instanceId);
    const links = await this.reviews.review(tx, await this.links.onInstance(tx, instanceId));
    const byPerson = new Map(links.map((link) => [link.account.userId, link]));
    const stored = await this.policies.onInstance(tx, instanceId);
    const policies = [...stored].map(([userId, policy]) => {
      const link = byPerson.get(userId);
      const { manageAccess = false, managesLibraries = false } = link?.account ?? {};
      const isSyncPending = link?.isPending ?? false;
      return [userId, { ...policy, isSyncPending, managesLibraries: manageAccess && managesLibraries }] as const;
    });
    return {
      defaultLibraryIds: server.config.libraryIds,
      userIds: [...(await this.access.holdersOf(tx, instanceId))].sort((one, other) => one - other),
      policies: new Map(policies),
    };
  }

  private async require(tx: ReadTx, instanceId: string): Promise<MediaServerRecord> {
    await this.instances.require(tx, instanceId);
    const server = await this.directory.byId(tx, instanceId);
    if (server?.serviceType !== 'audiobook_server') throw noAudiobookServer();
    return server;
  }
}
