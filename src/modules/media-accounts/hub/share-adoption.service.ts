import { Injectable } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { GoneLinksService } from '../access/gone-links.service.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { NewAccountRightsService, type VacantPlace } from '../creation/new-account-rights.service.js';
import { nameTaken } from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import { isCalled } from '../servers/remote-names.js';
import type { Invitee, ProvenAccount } from './invitee.js';

/**
 * Links people with shares and invitations that are at the hub already. Those of an address that somebody has merely typed are
 * linked with nobody: they may be somebody else's.
 */
@Injectable()
export class ShareAdoptionService {
  constructor(
    private readonly database: Database,
    private readonly rights: NewAccountRightsService,
    private readonly links: MediaAccountsRepository,
    private readonly gone: GoneLinksService,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * Links somebody with what is there, unmanaged.
   *
   * @param own the account at the hub that is known to be theirs; null where none is
   * @throws AppError 409 `name_taken` where nothing shows that it is theirs, and where it is linked with somebody else; as
   *   {@link NewAccountRightsService.requireServer} and {@link GoneLinksService.end}
   */
  async adopt(invitee: Invitee & VacantPlace, present: RemoteAccount, own: ProvenAccount | null): Promise<void> {
    if (!own || !isTheirs(present, own)) throw nameTaken();
    const { userId, instanceId } = invitee;
    await this.database.write(async (tx) => {
      await this.rights.requireServer(tx, invitee, 'address');
      await this.gone.end(tx, invitee, invitee.gone);
      if (await this.links.withRemote(tx, instanceId, present.id)) throw nameTaken();
      const linkedOnly = { createdByUs: false, manageAccess: false, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
      await this.links.add(tx, { userId, instanceId, remote: present, ...linkedOnly });
      await this.suppressions.clear(tx, userId, instanceId);
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
  }
}

/** Who of this address, or of this account, has a part in the server or is invited to it. */
export async function presentOf(
  remote: MediaServer,
  email: string,
  own: ProvenAccount | null,
): Promise<RemoteAccount | null> {
  const { accounts } = await remote.accounts();
  const isOwn = (account: RemoteAccount): boolean => own !== null && isTheirs(account, own);
  return accounts.find(isOwn) ?? accounts.find((account) => isCalled(account, email)) ?? null;
}

/** Is it the proven account, or the invitation of its address? */
const isTheirs = (account: RemoteAccount, { accountId, email }: ProvenAccount): boolean =>
  account.id === accountId || (account.isPending && account.email !== '' && account.email === email.toLowerCase());
