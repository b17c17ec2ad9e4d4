import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { ExternalAddressRepository } from '../../settings/settings.public.js';
import { DevicesRepository, PasskeySetupTokensRepository } from '../../users/users.public.js';
import { linkOrigin } from '../connect-links/connect-link.js';
import { newToken, tokenHash } from '../sessions/token-text.js';
import type { RelyingParty } from './relying-party.js';

/** Ten minutes. Source: doc 3 section 1.6, passkey setup. */
const LIFETIME_MS = 10 * 60_000;

/** A link to a page on which one passkey can be registered, on another device perhaps. */
export interface SetupLink {
  /** It registers one passkey for the account. */
  readonly link: Secret;
  /** Epoch milliseconds. */
  readonly expiresAt: number;
}

/** Makes links that register a passkey; of their tokens only the hashes are kept. Source: doc 3 sections 1.1, 1.6 and 1.8. */
@Injectable()
export class SetupLinksService {
  constructor(
    private readonly database: Database,
    private readonly tokens: PasskeySetupTokensRepository,
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
}
