import { Injectable } from '@nestjs/common';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { type PasskeySetupToken, PasskeySetupTokensRepository } from '../../users/users.public.js';
import { setupTokenRefused } from '../auth.errors.js';
import { isTokenText, tokenHash } from '../sessions/token-text.js';
import {
  type BegunRegistration,
  type FinishedRegistration,
  PasskeyRegistrationService,
} from './passkey-registration.service.js';
import type { RelyingParty } from './relying-party.js';

/** Registers one passkey by a setup link. The link opens nothing else. Source: doc 3 sections 1.1 and 1.6. */
@Injectable()
export class PasskeySetupService {
  constructor(
    private readonly database: Database,
    private readonly tokens: PasskeySetupTokensRepository,
    private readonly registration: PasskeyRegistrationService,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError 401 for a token that is unknown, used, expired or ended; 403 for an account without passkeys */
  async begin(token: string, party: RelyingParty): Promise<BegunRegistration> {
    const { tokenHash: hash, userId } = await this.known(token, setupTokenRefused(401));
    return this.registration.begin({ purpose: 'setup', userId, tokenHash: hash }, party);
  }

  /**
   * Keeps a passkey that was begun with this token, and uses the token up: both or neither.
   *
   * @throws AppError 400 with the cause; 403 when passkeys were switched off for the account
   */
  async finish(token: string, party: RelyingParty, registration: FinishedRegistration): Promise<void> {
    const refused = setupTokenRefused(400);
    const { tokenHash: hash, userId } = await this.known(token, refused);
    const subject = { purpose: 'setup', userId, tokenHash: hash } as const;
    await this.registration.finish(subject, party, registration, (tx) => this.use(tx, hash, refused));
  }

  /** Refused on sight, before any work is done for it. */
  private async known(token: string, refused: AppError): Promise<PasskeySetupToken> {
    if (!isTokenText(token)) throw refused;
    const found = await this.database.readOne((tx) => this.live(tx, tokenHash(Secret.of(token))));
    if (!found) throw refused;
    return found;
  }

  private async use(tx: WriteTx, hash: string, refused: AppError): Promise<void> {
    if (!(await this.live(tx, hash)) || !(await this.tokens.use(tx, hash))) throw refused;
  }

  private async live(tx: ReadTx, hash: string): Promise<PasskeySetupToken | null> {
    const token = await this.tokens.find(tx, hash);
    return token && this.clock.now() < token.expiresAt ? token : null;
  }
}
