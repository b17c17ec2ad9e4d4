import { Injectable } from '@nestjs/common';
import type { IdentifiedSubject } from '../../../clients/oidc/oidc.client.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { UniqueViolation } from '../../../core/database/storage-error.js';
import type { Sentence } from '../../../core/errors/sentence.js';
import { writeAfterConflict } from '../../../core/database/write-after-conflict.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { Account } from '../../users/users.public.js';
import { type AttemptProof, AttemptsService } from '../attempts/attempts.service.js';
import { ClientAuthorizationService } from '../attempts/client-authorization.service.js';
import type { OauthParameters } from '../auth.ports.js';
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
      switch (purpose.kind) {
        case 'sign-in':
          return this.signIn(person, attempt, purpose.invitation);
        case 'authorize':
          return this.authorize(person, attempt, purpose.parameters);
        case 'link':
          return this.link(person, attempt, purpose.session);
        case 'test':
          return { kind: 'tested', said: await this.trials.finish(person, attempt, purpose.administrator) };
      }
    });
  }

  /** Setting, account, invitation, identity, grants, device and tokens in one write, or nothing. */
  private async signIn(
    person: IdentifiedSubject,
    attempt: OidcAttempt,
    invitation: Secret | null,
  ): Promise<OidcResult> {
    const session = await writeAfterConflict(this.database, async (tx) => {
      const account = await this.admit(tx, person, attempt, invitation);
      return this.issuer.openExternal(tx, account, attempt.device, { method: 'oidc', issuer: person.issuer });
    });
    return { kind: 'session', session };
  }

  private async authorize(
    person: IdentifiedSubject,
    attempt: OidcAttempt,
    parameters: OauthParameters,
  ): Promise<OidcResult> {
    const { id, username } = await writeAfterConflict(this.database, (tx) => this.admit(tx, person, attempt, null));
    const origin = { method: 'oidc', issuer: person.issuer } as const;
    const consent = this.authorization.issueTicket({ userId: id, username, origin, parameters }, attempt.holder);
    return { kind: 'authenticated', consent, username };
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
