import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import { Database, type WriteTx, writeAfterConflict } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Account } from '../../users/users.public.js';
import { type AttemptProof, AttemptsService } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import { type IssuedSession, SessionIssuerService } from '../sessions/session-issuer.service.js';
import { OidcAdmissionService } from './oidc-admission.service.js';
import type { InitiatingSession, OidcAttempt, OidcOutcome, OidcProgress } from './oidc-attempt.js';
import { OidcConfigRepository } from './oidc-config.repository.js';
import { OidcTrialsService } from './oidc-trials.service.js';
import { identityConflict } from './oidc.errors.js';

export type OidcResult =
  | { readonly kind: 'session'; readonly session: IssuedSession }
  | { readonly kind: 'linked' }
  | { readonly kind: 'tested'; readonly said: Sentence }
  | { readonly kind: 'authenticated'; readonly consent: Secret; readonly username: string };

/** Exchanges the code that a browser has brought back for what its attempt was begun for. */
@Injectable()
export class OidcExchangeService {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptsService,
    private readonly configs: OidcConfigRepository,
    private readonly admission: OidcAdmissionService,
    private readonly issuer: SessionIssuerService,
    private readonly authorization: ClientAuthorizationService,
    private readonly trials: OidcTrialsService,
  ) {}

  /** @throws AppError: why the provider refused; 403 once single sign-on is switched off; and as {@link OidcAdmissionService} */
  exchange(proof: AttemptProof): Promise<OidcResult> {
    return this.attempts.redeem<OidcProgress, OidcOutcome, OidcResult>('oidc', proof, async (outcome, attempt) => {
      if ('refusal' in outcome) throw outcome.refusal;
      const { person } = outcome;
      const { purpose } = attempt.progress;
      const origin = { method: 'oidc', issuer: person.issuer } as const;
      switch (purpose.kind) {
        case 'sign-in': {
          // Setting, account, invitation, identity, grants, device and tokens, or nothing.
          const session = await writeAfterConflict(this.database, async (tx) => {
            const account = await this.admit(tx, person, attempt, purpose.invitation);
            return this.issuer.openExternal(tx, account, attempt.device, origin);
          });
          return { kind: 'session', session };
        }
        case 'authorize': {
          const admit = (tx: WriteTx): Promise<Account> => this.admit(tx, person, attempt, null);
          const { id: userId, username } = await writeAfterConflict(this.database, admit);
          const identified = { userId, username, origin, parameters: purpose.parameters };
          return {
            kind: 'authenticated',
            consent: this.authorization.issueTicket(identified, attempt.holder),
            username,
          };
        }
        case 'link':
          return this.link(person, attempt, purpose.session);
        case 'test':
          return { kind: 'tested', said: await this.trials.finish(person, attempt, purpose.administrator) };
      }
    });
  }

  private async admit(
    tx: WriteTx,
    person: IdentifiedSubject,
    { progress }: OidcAttempt,
    invitation: Secret | null,
  ): Promise<Account> {
    const { autoCreate } = await this.configs.requireUnchanged(tx, progress.setup);
    return this.admission.admit(tx, person, { invitation, autoCreate });
  }

  private async link(
    person: IdentifiedSubject,
    { progress }: OidcAttempt,
    session: InitiatingSession,
  ): Promise<OidcResult> {
    try {
      await writeAfterConflict(this.database, async (tx) => {
        await this.configs.requireUnchanged(tx, progress.setup);
        await this.admission.link(tx, person, session);
      });
    } catch (fault) {
      throw fault instanceof UniqueViolation ? identityConflict() : fault;
    }
    return { kind: 'linked' };
  }
}
