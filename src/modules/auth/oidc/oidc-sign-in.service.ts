import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import { Database } from '../../../core/database/database.js';
import { writeAfterConflict } from '../../../core/database/write-after-conflict.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import type { OauthParameters } from '../auth.ports.js';
import { type IssuedSession, SessionIssuerService } from '../sessions/session-issuer.service.js';
import type { OidcAttempt } from './oidc-attempt.js';
import { OidcAccountsService } from './oidc-accounts.service.js';
import { OidcConfigRepository } from './oidc-config.repository.js';

/** Somebody who may authorize a client now. */
export interface ConsentTicket {
  readonly consent: Secret;
  readonly username: string;
}

/**
 * Lets people in whom the provider has identified: setting, account, invitation, identity, grants, device and tokens in one
 * write, or nothing. Source: doc 3 section 12.2, issue 19 section 7.
 */
@Injectable()
export class OidcSignInService {
  constructor(
    private readonly database: Database,
    private readonly configs: OidcConfigRepository,
    private readonly accounts: OidcAccountsService,
    private readonly issuer: SessionIssuerService,
    private readonly authorization: ClientAuthorizationService,
  ) {}

  /** @throws AppError 403 and 400 as {@link OidcAccountsService.admit}; 403 once single sign-on is switched off */
  signIn(person: IdentifiedSubject, attempt: OidcAttempt, invitation: Secret | null): Promise<IssuedSession> {
    return writeAfterConflict(this.database, async (tx) => {
      const { autoCreate } = await this.configs.requireUnchanged(tx, attempt.progress.setup);
      const account = await this.accounts.admit(tx, person, { invitation, autoCreate });
      return this.issuer.openExternal(tx, account, attempt.device, { method: 'oidc', issuer: person.issuer });
    });
  }

  /** @throws as {@link signIn} */
  async authorize(
    person: IdentifiedSubject,
    attempt: OidcAttempt,
    parameters: OauthParameters,
  ): Promise<ConsentTicket> {
    const { id, username } = await writeAfterConflict(this.database, async (tx) => {
      const { autoCreate } = await this.configs.requireUnchanged(tx, attempt.progress.setup);
      return this.accounts.admit(tx, person, { invitation: null, autoCreate });
    });
    const origin = { method: 'oidc', issuer: person.issuer } as const;
    const consent = this.authorization.issueTicket({ userId: id, username, origin, parameters }, attempt.holder);
    return { consent, username };
  }
}
