import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import type { ServiceType } from '../../instances/instances.public.js';
import { type GoneLink, GoneLinksService } from '../access/gone-links.service.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { HubIdentityStatesService, type IdentityState } from '../accounts/hub-identity-states.service.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { AccountIntentsRepository } from '../creation/account-intents.repository.js';
import { accountExists, remoteAlreadyLinked } from '../media-accounts.errors.js';
import type { RemoteAccount } from '../servers/media-server.js';
import { isCalled } from '../servers/remote-names.js';

/** Somebody is to be linked with an account that is there. */
export interface ExplicitLink {
  readonly userId: number;
  readonly instanceId: string;
  readonly serviceType: ServiceType;
  readonly remote: RemoteAccount;
  /** When a managed account is looked at, in epoch milliseconds; null links only. */
  readonly manageFrom: number | null;
  /** The link that gives way to this one; null where there is none. */
  readonly gone: GoneLink | null;
}

/** A link that was just made. */
export interface NewLink {
  /** Its number. */
  readonly id: number;
  /** What the account at the hub is to the sign-in of the person; null on other servers, and while an invitation waits. */
  readonly identity: IdentityState | null;
}

/** Links people with accounts that are there, inside the write of somebody who has judged the right to. */
@Injectable()
export class LinkWritesService {
  constructor(
    private readonly links: MediaAccountsRepository,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly intents: AccountIntentsRepository,
    private readonly goneLinks: GoneLinksService,
    private readonly identities: HubIdentityStatesService,
  ) {}

  /**
   * Links by somebody's express word, which ends a suppression. Libraries and limits stay as they are.
   *
   * @throws AppError 409 where the person has an account there, or the account is somebody's, or is just being made
   */
  async link(tx: WriteTx, link: ExplicitLink): Promise<NewLink> {
    const { userId, instanceId, serviceType, remote, manageFrom, gone } = link;
    // What has just been read is not gone.
    const isThere = gone !== null && isCalled(remote, gone.remoteUserId);
    await this.goneLinks.end(tx, { userId, instanceId }, isThere ? null : gone);
    // Somebody for whom one is being made has it as soon as that is settled.
    if (await this.intents.of(tx, userId, instanceId)) throw accountExists();
    const theirs = await this.links.withRemote(tx, instanceId, remote.id);
    if (theirs || (await this.intents.isMaking(tx, instanceId, remote))) throw remoteAlreadyLinked();
    const manageAccess = manageFrom !== null;
    const rest = { createdByUs: false, manageAccess, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    const id = await this.links.add(tx, { userId, instanceId, remote, ...rest });
    if (manageAccess) await this.links.change(tx, id, { nextAttemptAt: manageFrom });
    await this.suppressions.clear(tx, userId, instanceId);
    const isAccountAtHub = serviceType === 'hub' && !remote.isPending;
    return { id, identity: isAccountAtHub ? await this.identities.of(tx, userId, remote.id) : null };
  }
}
