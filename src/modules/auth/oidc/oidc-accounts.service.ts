import { Injectable } from '@nestjs/common';
import type { WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import {
  type Account,
  AccountsRepository,
  ConnectTokensRepository,
  KnownIdentitiesRepository,
  OidcIdentitiesRepository,
} from '../../users/users.public.js';
import { connectLinkExpired, connectLinkUsed, connectTokenNotFound, identityKnown } from '../auth.errors.js';
import { judgeConnect } from '../connect-links/connect-link.js';
import { ExternalAccountsService } from '../external/external-accounts.service.js';
import { tokenHash } from '../sessions/token-text.js';
import { accountCreationOff, invitationConflict } from './oidc.errors.js';

/** How a person comes by an account. */
interface Admission {
  readonly invitation: Secret | null;
  readonly autoCreate: boolean;
}

const REFUSALS = { not_found: connectTokenNotFound, used: connectLinkUsed, expired: connectLinkExpired };

/**
 * Which account does a person of the provider have? Only a linked identity, an invitation or a new account: an equal name or
 * address is no proof. Who was linked with an account before gets another one by an invitation alone. Source: doc 3 section 12.2,
 * security 13 and 37.
 */
@Injectable()
export class OidcAccountsService {
  constructor(
    private readonly identities: OidcIdentitiesRepository,
    private readonly known: KnownIdentitiesRepository,
    private readonly accounts: AccountsRepository,
    private readonly tokens: ConnectTokensRepository,
    private readonly external: ExternalAccountsService,
    private readonly clock: Clock,
  ) {}

  /**
   * The account, linked from now on where it was not. An invitation is used up by it.
   *
   * @throws AppError 400 for an invitation that is no longer valid or belongs to another account; 403 where there is no account
   *   and none is made, or no other one; UniqueViolation, out of the whole write, in a race
   */
  async admit(tx: WriteTx, person: IdentifiedSubject, { invitation, autoCreate }: Admission): Promise<Account> {
    const linked = await this.identities.find(tx, person);
    if (invitation) return this.invited(tx, person, invitation, linked?.userId);
    if (linked) return this.accounts.require(tx, linked.userId);
    if (await this.known.isAnyKnown(tx, [person])) throw identityKnown();
    if (!autoCreate) throw accountCreationOff();
    const account = await this.external.create(tx, person.name);
    await this.link(tx, person, account.id);
    return account;
  }

  private async invited(
    tx: WriteTx,
    person: IdentifiedSubject,
    invitation: Secret,
    linkedTo: number | undefined,
  ): Promise<Account> {
    const hash = tokenHash(invitation);
    const now = this.clock.now();
    const facts = await this.tokens.facts(tx, hash);
    const account = facts && (await this.accounts.byId(tx, facts.userId));
    const verdict = judgeConnect(facts, now);
    if (verdict !== 'redeem') throw REFUSALS[verdict](account?.username);
    if (!account) throw connectTokenNotFound();
    if (linkedTo === undefined) {
      const others = await this.identities.ofUser(tx, account.id);
      if (others.some(({ issuer }) => issuer === person.issuer)) throw invitationConflict(account.username);
      await this.link(tx, person, account.id);
    } else if (linkedTo !== account.id) throw invitationConflict(account.username);
    await this.tokens.redeem(tx, hash, now);
    return account;
  }

  private async link(tx: WriteTx, { issuer, subject }: IdentifiedSubject, userId: number): Promise<void> {
    await this.identities.add(tx, { issuer, subject, userId, createdAt: this.clock.now() });
  }
}
