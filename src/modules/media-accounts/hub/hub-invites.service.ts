import { Injectable } from '@nestjs/common';
import { InjectLog } from '../../../core/core.module.js';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { AppError } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Log } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { InstanceMissing, type MediaServerRecord } from '../../instances/instances.public.js';
import { AccountsRepository, HubIdentitiesRepository } from '../../users/users.public.js';
import { AccountStepsService } from '../account-steps.service.js';
import { GoneLinksService } from '../access/gone-links.service.js';
import { ServerRightsService } from '../access/server-rights.service.js';
import { NOTHING_CONFIRMED } from '../accounts/confirmed-access.js';
import { LinkSuppressionsRepository } from '../accounts/link-suppressions.repository.js';
import { MediaAccountsRepository } from '../accounts/media-accounts.repository.js';
import { type AccountTerms, AccountTermsService } from '../creation/account-terms.service.js';
import { type ClaimedIntent, IntentClaimLost } from '../creation/claimed-intent.js';
import { mayStillArrive, WriteFailed } from '../creation/failed-write.js';
import { IntentClaimsService } from '../creation/intent-claims.service.js';
import { IntentSettlingService, type SettledIntent } from '../creation/intent-settling.service.js';
import { JudgedIntentsService } from '../creation/judged-intents.service.js';
import { type MadeAccount, MadeAccountsService } from '../creation/made-accounts.service.js';
import { NewAccountRightsService, type VacantPlace } from '../creation/new-account-rights.service.js';
import {
  accountExists,
  accountNotMade,
  invalidEmail,
  nameTaken,
  serverFault,
  serverNotGranted,
} from '../media-accounts.errors.js';
import { MediaLinksChanged } from '../media-accounts.events.js';
import type { MediaServer, RemoteAccount } from '../servers/media-server.js';
import { MediaServersService } from '../servers/media-servers.service.js';
import { isCalled } from '../servers/remote-names.js';
import type { InviteState } from '../accounts/invite-state.js';

/** Whom to invite: somebody of ours, and their address at the hub. */
export interface Invitee {
  readonly userId: number;
  readonly instanceId: string;
  /** As it was typed, or as the hub has said. */
  readonly email: string;
  /** Have they named it for this server? Then it is their address from now on. */
  readonly isNamed: boolean;
  /** The account at the hub that they have just proven to be theirs; null where they have typed an address. */
  readonly proven: ProvenAccount | null;
}

/** An account at the hub of which its owner has approved a PIN. */
export interface ProvenAccount {
  readonly accountId: string;
  readonly email: string;
}

/** Somebody at the hub with whom the server is shared, or who is invited to it. */
export interface HubMember {
  readonly server: MediaServerRecord;
  readonly account: RemoteAccount;
  /** An invitation of ours is managed; a share that was there is linked only. */
  readonly isManaged: boolean;
}

/**
 * Invites people to servers behind the hub: each once, whatever breaks off.
 *
 * A share or invitation that is there already is linked with nobody who has merely typed its address: it may be somebody
 * else's. Source: doc 1 §4, issue 21.
 */
@Injectable()
export class HubInvitesService {
  constructor(
    private readonly database: Database,
    private readonly rights: ServerRightsService,
    private readonly newRights: NewAccountRightsService,
    private readonly people: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly links: MediaAccountsRepository,
    private readonly gone: GoneLinksService,
    private readonly suppressions: LinkSuppressionsRepository,
    private readonly claims: IntentClaimsService,
    private readonly judged: JudgedIntentsService,
    private readonly terms: AccountTermsService,
    private readonly servers: MediaServersService,
    private readonly made: MadeAccountsService,
    private readonly settling: IntentSettlingService,
    private readonly events: EventBus,
    private readonly steps: AccountStepsService,
    @InjectLog() private readonly log: Log,
  ) {}

  /**
   * Invites the address that the caller names. That is their express word, which ends a suppression.
   *
   * @throws AppError 403, one for unknown instances and those that the caller doesn't hold, which nobody is asked for; 400 with
   *   `wrong_kind` or `invalid_email`; 409 with `account_exists`, or with `name_taken` where the address has a part in the server
   *   already and nothing shows that it is the caller's; 502 when the hub couldn't be asked
   */
  async invite({ userId }: Caller, instanceId: string, email: string): Promise<HubMember> {
    const invitee = { userId, instanceId, email: email.trim(), isNamed: true, proven: null };
    try {
      await this.database.read((tx) => this.newRights.requireServer(tx, invitee, 'address'));
      return await this.share(invitee);
    } catch (error) {
      throw error instanceof InstanceMissing ? serverNotGranted() : serverFault(error);
    }
  }

  /**
   * Links or invites somebody who holds the server and has named their address, without their asking for this server.
   *
   * @returns '' where they don't hold it, or have an account there already
   */
  async follow(invitee: Invitee): Promise<InviteState> {
    const { userId, instanceId } = invitee;
    const state = await this.database.read(async (tx): Promise<InviteState | null> => {
      if (!(await this.rights.holds(tx, userId, instanceId))) return '';
      if (await this.links.of(tx, userId, instanceId)) return '';
      return (await this.suppressions.has(tx, userId, instanceId)) ? 'unlinked' : null;
    });
    if (state !== null) return state;
    this.steps.passed('invitee_found', invitee);
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
      server: await this.newRights.requireServer(tx, invitee, 'address'),
      identity: await this.identities.ofUser(tx, userId),
    }));
    // Only somebody's own word puts another account in the place of one that is gone.
    const vacant = { ...invitee, gone: invitee.isNamed ? await this.gone.of(invitee) : null };
    const { remote } = await this.servers.connect(instanceId);
    if (!remote.nameFits(email)) throw invalidEmail();
    const going = await this.goingOn(invitee);
    if (!going) {
      const own = invitee.proven ?? (identity && { accountId: identity.hubAccountId, email: identity.email });
      const present = await presentOf(remote, email, own);
      if (present) return this.adopt(vacant, server, present, own);
    }
    const claim = going ?? (await this.begin(vacant));
    const account = await this.claims.during(claim, () => this.send(claim, remote));
    return { server, account, isManaged: true };
  }

  /** What an earlier call has left of an invitation of this address; one of another address is settled first. */
  private async goingOn(invitee: Invitee): Promise<ClaimedIntent | null> {
    const begun = await this.claims.takeOver(invitee);
    if (!begun) return null;
    const { name } = begun.intent;
    if (isCalled({ id: name, email: name.toLowerCase() }, invitee.email)) return begun;
    const { state } = await this.claims.during(begun, () => this.settleOther(begun));
    if (state === 'linked') throw accountExists();
    if (state === 'later') throw accountNotMade('an earlier invitation is still under way');
    return null;
  }

  private async settleOther(begun: ClaimedIntent): Promise<SettledIntent> {
    try {
      return await this.settling.settle(begun);
    } catch (error) {
      await this.settling.later(begun);
      throw error;
    }
  }

  /** @throws AppError 409 `name_taken` where nothing shows that it is theirs, and where it is linked with somebody else */
  private async adopt(
    invitee: Invitee & VacantPlace,
    server: MediaServerRecord,
    present: RemoteAccount,
    own: ProvenAccount | null,
  ): Promise<HubMember> {
    if (!own || !isTheirs(present, own)) throw nameTaken();
    const { userId, instanceId } = invitee;
    await this.database.write(async (tx) => {
      await this.newRights.requireServer(tx, invitee, 'address');
      await this.gone.end(tx, invitee, invitee.gone);
      if (await this.links.withRemote(tx, instanceId, present.id)) throw nameTaken();
      const linkedOnly = { createdByUs: false, manageAccess: false, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
      await this.links.add(tx, { userId, instanceId, remote: present, ...linkedOnly });
      await this.suppressions.clear(tx, userId, instanceId);
    });
    await this.events.publish(new MediaLinksChanged(instanceId, [userId]));
    return { server, account: present, isManaged: false };
  }

  /** An address that somebody has named stays theirs, so that the invitation isn't taken for one to an earlier address. */
  private begin({ userId, instanceId, email, isNamed, gone }: Invitee & VacantPlace): Promise<ClaimedIntent> {
    return this.judged.begin({ userId, instanceId, gone }, email, 'address', async (tx) => {
      const { hubEmail } = await this.people.require(tx, userId);
      if (isNamed && hubEmail !== email) await this.people.setHubEmail(tx, userId, email);
    });
  }

  private async send(claim: ClaimedIntent, remote: MediaServer): Promise<RemoteAccount> {
    const { userId, instanceId } = claim.intent;
    try {
      if (userId === null) throw serverNotGranted();
      this.steps.passed('intent_kept', claim.intent);
      const made = await this.invited(claim, remote, await this.terms.of(userId, instanceId));
      this.steps.passed('account_made', claim.intent);
      const linked = await this.made.link(claim, made);
      if (linked === 'taken') throw nameTaken();
      // Somebody who has lost the server meanwhile is linked all the same: so the invitation is taken back.
      if (linked !== 'theirs') throw serverNotGranted();
      return made.account;
    } catch (error) {
      const account = await this.settling.afterFailure(claim, !mayStillArrive(error));
      if (account) return account;
      throw notSent(error);
    }
  }

  /** What an earlier call has sent carries what was wanted then, which nobody can read: nothing of it is confirmed. */
  private async invited(
    claim: ClaimedIntent,
    remote: MediaServer,
    { access, confirmed }: AccountTerms,
  ): Promise<MadeAccount> {
    const { name } = claim.intent;
    const sentBefore = claim.isFirst ? null : await remote.account(name);
    if (sentBefore) return { account: sentBefore, confirmed: NOTHING_CONFIRMED, limitsBefore: null };
    await this.claims.permit(claim);
    const created = await remote.create({ name, secret: Secret.of(''), access });
    if (created.outcome !== 'done') throw new WriteFailed(created);
    return { account: created.account, confirmed, limitsBefore: created.limitsBefore };
  }
}

/** What a failed invitation is to the caller. */
function notSent(error: unknown): unknown {
  if (error instanceof IntentClaimLost) return accountNotMade('it took too long, and was given up');
  return error instanceof WriteFailed ? error.toCaller() : error;
}

/** Who of this address, or of this account, has a part in the server or is invited to it. */
async function presentOf(remote: MediaServer, email: string, own: ProvenAccount | null): Promise<RemoteAccount | null> {
  const { accounts } = await remote.accounts();
  const isOwn = (account: RemoteAccount): boolean => own !== null && isTheirs(account, own);
  return accounts.find(isOwn) ?? accounts.find((account) => isCalled(account, email)) ?? null;
}

/** Is it the proven account, or the invitation of its address? */
const isTheirs = (account: RemoteAccount, { accountId, email }: ProvenAccount): boolean =>
  account.id === accountId || (account.isPending && account.email !== '' && account.email === email.toLowerCase());

const isCoded = (error: unknown, code: string): boolean => codeOf(error) === `media_account_${code}`;

const isNotGranted = (error: unknown): boolean => codeOf(error) === serverNotGranted().code;

const codeOf = (error: unknown): unknown => (error instanceof AppError ? error.code : null);
