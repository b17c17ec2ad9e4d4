import { Injectable } from '@nestjs/common';
import { Database, type WriteTx, writeAfterConflict } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import type { ExternalOrigin } from '../../users/users.public.js';
import { type Attempt, type AttemptProof, AttemptsService } from '../attempts/attempts.service.js';
import { ClientAuthorizationService, type IdentifiedPerson } from '../attempts/client-authorization.service.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { HubAdmissionService } from './hub-admission.service.js';
import type { HubPerson, HubProgress } from './hub-attempt.js';
import { HubAuthService } from './hub-auth.service.js';

export type HubExchange =
  | { readonly kind: 'session'; readonly session: IssuedSession }
  | { readonly kind: 'linked' }
  | { readonly kind: 'identified'; readonly username: string; readonly consent: Secret };

type Settled =
  | Exclude<HubExchange, { readonly kind: 'identified' }>
  | { readonly kind: 'identified'; readonly person: IdentifiedPerson };

@Injectable()
export class HubExchangeService {
  constructor(
    private readonly database: Database,
    private readonly attempts: AttemptsService,
    private readonly hubAuth: HubAuthService,
    private readonly admission: HubAdmissionService,
    private readonly issuer: SessionIssuerService,
    private readonly authorization: ClientAuthorizationService,
  ) {}

  /**
   * One write: account, identity, grants, device and tokens, or nothing. @throws AppError 400; 403 and 409 as {@link HubAdmissionService};
   * 503 for a fault of the storage, after which the code stays good for its minute
   */
  async exchange(proof: AttemptProof): Promise<HubExchange> {
    await this.hubAuth.requireEnabled();
    return this.attempts.redeem<HubProgress, HubPerson, HubExchange>('hub', proof, async (person, attempt) => {
      const settled = await writeAfterConflict(this.database, (tx) => this.settle(tx, person, attempt));
      if (settled.kind !== 'identified') return settled;
      const consent = this.authorization.issueTicket(settled.person, attempt.holder);
      return { kind: 'identified', username: settled.person.username, consent };
    });
  }

  private async settle(
    tx: WriteTx,
    person: HubPerson,
    { progress: { purpose }, device }: Attempt<HubProgress>,
  ): Promise<Settled> {
    if (purpose.kind === 'link') {
      await this.admission.link(tx, person, purpose);
      return { kind: 'linked' };
    }
    const account = await this.admission.admit(tx, person);
    const origin: ExternalOrigin = { method: 'hub', hubAccountId: person.hubAccountId };
    if (purpose.kind === 'sign-in')
      return { kind: 'session', session: await this.issuer.openExternal(tx, account, device, origin) };
    const { id: userId, username } = account;
    return { kind: 'identified', person: { userId, username, origin, parameters: purpose.parameters } };
  }
}
