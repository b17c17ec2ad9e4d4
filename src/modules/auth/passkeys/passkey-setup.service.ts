import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database, type ReadTx, type WriteTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { DevicesRepository, type PasskeySetupToken, PasskeySetupTokensRepository } from '../../users/users.public.js';
import { setupTokenRefused } from '../auth.errors.js';
import { linkOrigin } from '../connect-links/connect-link.js';
import { isTokenText, newToken, tokenHash } from '../sessions/token-text.js';
import {
  type BegunRegistration,
  type FinishedRegistration,
  PasskeyRegistrationService,
} from './passkey-registration.service.js';
import type { RelyingParty } from './relying-party.js';

const LIFETIME_MS = 10 * 60_000;

/** A link to a page on which one passkey can be registered, on another device perhaps. */
export interface SetupLink {
  /** It registers one passkey for the account. */
  readonly link: Secret;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Makes setup links, by each of which one passkey is registered; of their tokens only the hashes are kept. */
@Injectable()
export class PasskeySetupService {
  constructor(
    private readonly database: Database,
    private readonly tokens: PasskeySetupTokensRepository,
    private readonly registration: PasskeyRegistrationService,
    private readonly devices: DevicesRepository,
    private readonly externalAddress: ExternalAddressRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /**
   * A link for the account of this session, in place of one that its device asked for before. It leads to the external address
   * where one is configured, else to the origin of this request.
   *
   * @throws AppError 401 when the session's device was revoked meanwhile
   */
  async issue({ userId, deviceId }: Pick<Caller, 'userId' | 'deviceId'>, { origin }: RelyingParty): Promise<SetupLink> {
    const token = newToken(this.random);
    const createdAt = this.clock.now();
    const expiresAt = createdAt + LIFETIME_MS;
    const external = await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      await this.tokens.replace(tx, { tokenHash: tokenHash(token), userId, deviceId, createdAt, expiresAt });
      return this.externalAddress.get(tx);
    });
    const server = linkOrigin(external, origin).origin + this.settings.basePath;
    return { link: Secret.of(`${server}/passkeys/create?token=${token.reveal()}`), expiresAt };
  }

  /** @throws AppError 401 for a token that is unknown, used, expired or ended; 403 for an account without passkeys */
  async begin(token: string, party: RelyingParty): Promise<BegunRegistration> {
    const { tokenHash: hash, userId } = await this.requireLive(token, setupTokenRefused(401));
    return this.registration.begin({ purpose: 'setup', userId, tokenHash: hash }, party);
  }

  /**
   * Keeps a passkey that was begun with this token, and uses the token up: both or neither.
   *
   * @throws AppError 400 with the cause; 403 when passkeys were switched off for the account
   */
  async finish(token: string, party: RelyingParty, registration: FinishedRegistration): Promise<void> {
    const refused = setupTokenRefused(400);
    const { tokenHash: hash, userId } = await this.requireLive(token, refused);
    const subject = { purpose: 'setup', userId, tokenHash: hash } as const;
    await this.registration.finish(subject, party, registration, (tx) => this.use(tx, hash, refused));
  }

  /** Refused on sight, before any work is done for it. */
  private async requireLive(token: string, refused: AppError): Promise<PasskeySetupToken> {
    if (!isTokenText(token)) throw refused;
    const found = await this.database.readOne((tx) => this.findLive(tx, tokenHash(Secret.of(token))));
    if (!found) throw refused;
    return found;
  }

  private async use(tx: WriteTx, hash: string, refused: AppError): Promise<void> {
    if (!(await this.findLive(tx, hash)) || !(await this.tokens.use(tx, hash))) throw refused;
  }

  private async findLive(tx: ReadTx, hash: string): Promise<PasskeySetupToken | null> {
    const token = await this.tokens.find(tx, hash);
    return token && this.clock.now() < token.expiresAt ? token : null;
  }
}
