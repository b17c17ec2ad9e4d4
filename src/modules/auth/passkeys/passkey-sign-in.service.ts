import { Injectable } from '@nestjs/common';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { AppError, orUnavailable } from '../../../core/errors/app-error.js';
import {
  AccountsRepository,
  type DeviceClaim,
  maySignInByPasskey,
  type Passkey,
  PasskeysRepository,
  type PasskeyUse,
} from '../../users/users.public.js';
import { passkeyFailed } from '../auth.errors.js';
import { SessionIssuerService, type IssuedSession } from '../sessions/session-issuer.service.js';
import { SsoOnlyService } from '../sso-only/sso-only.service.js';
import type { Assertion } from './authenticator-answer.js';
import { CeremoniesService, requestOptions, type RequestOptions, userHandle } from './ceremonies.service.js';
import { judgeAssertion, NOBODYS_KEY } from './judge-assertion.js';
import type { RelyingParty } from './relying-party.js';

export interface BegunSignIn {
  readonly sessionId: string;
  readonly options: RequestOptions;
}

export interface FinishedSignIn {
  readonly sessionId: string;
  /** Null for what is no assertion at all. */
  readonly answer: Assertion | null;
  readonly device: DeviceClaim;
}

@Injectable()
export class PasskeySignInService {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly ceremonies: CeremoniesService,
    private readonly issuer: SessionIssuerService,
    private readonly ssoOnly: SsoOnlyService,
  ) {}

  /** @param client whose ceremony it is, as `clientKey` names it */
  begin(party: RelyingParty, client: string): BegunSignIn {
    const { sessionId, challenge } = this.ceremonies.begin({ purpose: 'sign-in' }, party, client);
    return { sessionId, options: requestOptions(challenge, party.rpId) };
  }

  /**
   * An unknown passkey takes as long, and every refusal is the same. @throws AppError 401 when judged and refused, 503 when it couldn't be
   */
  async finish(party: RelyingParty, { sessionId, answer, device }: FinishedSignIn): Promise<IssuedSession> {
    const ceremony = this.ceremonies.take(sessionId, 'sign-in', party);
    if (!ceremony) throw passkeyFailed({ reason: 'passkey_ceremony_ended' });
    if (!answer) throw passkeyFailed({ reason: 'passkey_unreadable' });
    const id = Buffer.from(answer.id, 'base64url').toString('hex');
    const passkey = await orUnavailable(this.database.readOne((tx) => this.passkeys.find(tx, id)));
    const used = await judgeAssertion(answer, ceremony, passkey ?? NOBODYS_KEY);
    if (!passkey) throw passkeyFailed({ reason: 'unknown_passkey' });
    if (typeof used === 'string') throw passkeyFailed({ reason: `passkey_${used}` });
    if (passkey.rpId !== party.rpId) throw passkeyFailed({ reason: 'passkey_wrong_host' });
    if (answer.response.userHandle !== userHandle(passkey.userId))
      throw passkeyFailed({ reason: 'passkey_wrong_handle' });
    const session = await orUnavailable(this.database.write((tx) => this.open(tx, passkey, used, device)));
    if (session instanceof AppError) throw session;
    return session;
  }

  /** A judged refusal is returned, not thrown. The counter is judged last, since that writes. */
  private async open(
    tx: WriteTx,
    { id, userId }: Passkey,
    used: PasskeyUse,
    device: DeviceClaim,
  ): Promise<IssuedSession | AppError> {
    const account = await this.accounts.byId(tx, userId);
    if (!account) return passkeyFailed({ reason: 'unknown_passkey' });
    const refused = (reason: string): AppError => passkeyFailed({ reason, account: account.username });
    if (!maySignInByPasskey(account)) return refused('passkey_off');
    if (!(await this.ssoOnly.allowsLocal(tx, account))) return refused('sso_required');
    if (!(await this.passkeys.noteUse(tx, id, used))) return refused('passkey_counter');
    return this.issuer.open(tx, account, device);
  }
}
