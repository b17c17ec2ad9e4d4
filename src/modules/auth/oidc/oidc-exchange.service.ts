import { Injectable } from '@nestjs/common';
import { type AttemptProof, AttemptsService } from '../attempts/attempts.service.js';
import type { IssuedSession } from '../sessions/session-issuer.service.js';
import type { OidcAttempt, OidcOutcome, OidcProgress } from './oidc-attempt.js';
import { OidcLinksService } from './oidc-links.service.js';
import { type ConsentTicket, OidcSignInService } from './oidc-sign-in.service.js';
import { OidcTestsService } from './oidc-tests.service.js';

/** What a code was good for. */
export type OidcResult =
  | { readonly kind: 'session'; readonly session: IssuedSession }
  | { readonly kind: 'linked' }
  | { readonly kind: 'tested'; readonly message: string }
  | { readonly kind: 'authenticated'; readonly ticket: ConsentTicket };

/** Exchanges the code that a browser has brought back. Source: doc 3 section 12.2, exchange. */
@Injectable()
export class OidcExchangeService {
  constructor(
    private readonly attempts: AttemptsService,
    private readonly signIns: OidcSignInService,
    private readonly links: OidcLinksService,
    private readonly tests: OidcTestsService,
  ) {}

  /** @throws AppError: what the attempt was refused for at the provider, or is refused for here */
  exchange(proof: AttemptProof): Promise<OidcResult> {
    return this.attempts.redeem<OidcProgress, OidcOutcome, OidcResult>('oidc', proof, (outcome, attempt) =>
      this.result(outcome, attempt),
    );
  }

  private async result(outcome: OidcOutcome, attempt: OidcAttempt): Promise<OidcResult> {
    if ('refusal' in outcome) throw outcome.refusal;
    const { person } = outcome;
    const { purpose } = attempt.progress;
    switch (purpose.kind) {
      case 'sign-in':
        return { kind: 'session', session: await this.signIns.signIn(person, attempt, purpose.invitation) };
      case 'authorize':
        return { kind: 'authenticated', ticket: await this.signIns.authorize(person, attempt, purpose.parameters) };
      case 'link':
        await this.links.link(person, attempt, purpose.session);
        return { kind: 'linked' };
      case 'test':
        return { kind: 'tested', message: await this.tests.passed(person, attempt, purpose.administrator) };
    }
  }
}
