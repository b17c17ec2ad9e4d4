import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { HubIdentitiesRepository } from '../../users/users.public.js';
import { ServerRightsService } from '../access/server-rights.service.js';
import { AccountStepsService } from '../account-steps.service.js';
import { MediaAccountsRepository, LINKED_ONLY } from '../accounts/media-accounts.repository.js';
import { type InviteState, MediaLinksChanged } from '../media-accounts.events.js';
import { LinksService, type PersonWithoutAccount } from '../linking/links.service.js';
import { invalidEmail, nameTaken, serverFault, serverNotGranted } from '../media-accounts.errors.js';
import { isCalled, type MediaServer, type RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { type Invitee, InviteSendingService, type ProvenAccount } from './invite-sending.service.js';

/** Who of this address, or of this account, has a part in the server or is invited to it. */
async function presentOf(remote: MediaServer, email: string, own: ProvenAccount | null): Promise<RemoteAccount | null> {
  const { accounts } = await remote.accounts();
  const isOwn = (account: RemoteAccount): boolean => own !== null && isTheirs(account, own);
  return accounts.find(isOwn) ?? accounts.find((account) => isCalled(account, email)) ?? null;
}

const isTheirs = (account: RemoteAccount, { accountId, email }: ProvenAccount): boolean =>
  account.id === accountId || (account.isPending && account.email !== '' && account.email === email.toLowerCase());

export interface HubMember {
  readonly server: MediaServerRecord;
  readonly account: RemoteAccount;
  /** An invitation of ours is managed; a share that was there is linked only. */
  readonly isManaged: boolean;
}

/**
 * Invites people to servers behind the hub: each once, also after a crash or a lost answer. A share or invitation that is there already is
 * linked with nobody who has merely typed its address: it may be somebody else's.
 */
@Injectable()
export class HubInvitesService {
  constructor(
    private readonly database: Database,
    private readonly rights: ServerRightsService,
    private readonly identities: HubIdentitiesRepository,
    private readonly links: MediaAccountsRepository,
    private readonly goneLinks: LinksService,
    private readonly servers: MediaServersService,
    private readonly sending: InviteSendingService,
    private readonly steps: AccountStepsService,
    private readonly events: EventBus,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * The caller's express word, which ends a suppression.
   * @throws AppError 403, one for unknown instances and those not held; 400 `wrong_kind`, `invalid_email`; 409 `account_exists`, or
   *   `name_taken` where the address has a part and nothing shows that it is theirs; 502
   */
  async invite({ userId }: Caller, instanceId: string, email: string): Promise<HubMember> {
    const invitee = { userId, instanceId, email: email.trim(), isNamed: true, proven: null };
    try {
      await this.database.read((tx) => this.rights.requireServer(tx, invitee, 'address'));
      return await this.share(invitee);
    } catch (error) {
      throw error instanceof InstanceMissing ? serverNotGranted() : serverFault(error);
    }
  }

  /** Without their asking. @returns '' where they don't hold the server, or have an account there already */
  async inviteHolder(invitee: Invitee): Promise<InviteState> {
    const { userId, instanceId } = invitee;
    const state = await this.database.read(async (tx): Promise<InviteState | null> => {
      if (!(await this.rights.holds(tx, userId, instanceId))) return '';
      if (await this.links.of(tx, userId, instanceId)) return '';
      return (await this.links.isSuppressed(tx, userId, instanceId)) ? 'unlinked' : null;
    });
    if (state !== null) return state;
    this.steps.reached('invitee_found', invitee);
    try {
      return (await this.share(invitee)).isManaged ? 'sent' : 'adopted';
    } catch (error) {
      if (isCoded(error, 'name_taken')) return 'claimed';
      if (isCoded(error, 'account_exists') || isNotGranted(error)) return '';
      this.log.warn('somebody could not be invited at the hub', { instance_id: instanceId, user_id: userId, error });
      return 'failed';
    }
  }

  private async share(invitee: Invitee): Promise<HubMember> {
    const { userId, instanceId, email } = invitee;
    const { server, identity } = await this.database.read(async (tx) => ({
      server: await this.rights.requireServer(tx, invitee, 'address'),
      identity: await this.identities.ofUser(tx, userId),
    }));
    // Only somebody's own word puts another account in the place of one that is gone.
    const vacant = { ...invitee, gone: invitee.isNamed ? await this.goneLinks.goneLink(invitee) : null };
    const { remote } = await this.servers.connect(instanceId);
    if (!remote.nameFits(email)) throw invalidEmail();
    const begun = await this.sending.takeOver(invitee);
    if (!begun) {
      const own = invitee.proven ?? (identity && { accountId: identity.hubAccountId, email: identity.email });
      const present = await presentOf(remote, email, own);
      if (present) {
        await this.adopt(vacant, present, own);
        return { server, account: present, isManaged: false };
      }
    }
    const claim = begun ?? (await this.sending.begin(vacant));
    const account = await this.sending.send(claim, remote);
    return { server, account, isManaged: true };
  }

  /** @throws AppError 409 `name_taken` where nothing shows that it is theirs, or it is linked with somebody else */
  async adopt(
    invitee: Invitee & PersonWithoutAccount,
    present: RemoteAccount,
    own: ProvenAccount | null,
  ): Promise<void> {
    if (!own || !isTheirs(present, own)) throw nameTaken();
    const { userId, instanceId } = invitee;
    await this.database.write(async (tx) => {
      await this.rights.requireServer(tx, invitee, 'address');
      await this.goneLinks.endGone(tx, invitee, invitee.gone);
      if (await this.links.withRemote(tx, instanceId, present.id)) throw nameTaken();
      await this.links.add(tx, { userId, instanceId, remote: present, ...LINKED_ONLY });
      await this.links.endSuppression(tx, userId, instanceId);
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
  }
}

const isCoded = (error: unknown, code: string): boolean => codeOf(error) === code;

const isNotGranted = (error: unknown): boolean => codeOf(error) === serverNotGranted().code;

const codeOf = (error: unknown): unknown => (error instanceof AppError ? error.code : null);
