import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { SecretBox } from '../../../core/secrets/secret-box.js';
import { isSecureAddress } from '../../../core/text/urls.js';
import {
  defineSecretSetting,
  defineSetting,
  externalBase,
  ExternalAddressRepository,
  SecretSettingsRepository,
  SettingsRepository,
} from '../../settings/settings.public.js';
import { attemptEnded } from '../auth.errors.js';
import { fingerprintOf, NO_OIDC, type OidcConfig, oidcConfigSchema, type OidcSetup } from './oidc-config.js';
import { externalAddressMissing, oidcOff } from './oidc.errors.js';

const CONFIG = defineSetting({ key: 'oidc_config', schema: oidcConfigSchema, fallback: NO_OIDC });
const TESTED = defineSetting({ key: 'oidc_tested', schema: z.string(), fallback: '' });
const SECRET = defineSecretSetting('oidc_client_secret');

@Injectable()
export class OidcConfigRepository {
  private readonly fingerprintKey: Buffer;

  constructor(
    private readonly store: SettingsRepository,
    private readonly secrets: SecretSettingsRepository,
    private readonly address: ExternalAddressRepository,
    box: SecretBox,
    @InjectSettings() private readonly settings: Pick<Settings, 'basePath'>,
  ) {
    this.fingerprintKey = box.derive('oidc-tested');
  }

  /** @throws AppError 503 when what is stored can't be read */
  config(tx: ReadTx): Promise<OidcConfig> {
    return this.store.get(tx, CONFIG);
  }

  /** The secret is not opened for it. */
  hasSecret(tx: ReadTx): Promise<boolean> {
    return this.secrets.isStored(tx, SECRET);
  }

  /** Where a browser reaches this server; null where the external address is missing, or neither https nor on this machine. */
  async base(tx: ReadTx): Promise<string | null> {
    const base = externalBase(await this.address.get(tx), this.settings.basePath);
    return base !== null && isSecureAddress(new URL(base)) ? base : null;
  }

  /** @param config as read in this transaction @throws AppError 503 without an external address or where what is stored can't be read */
  async setup(tx: ReadTx, config: OidcConfig): Promise<OidcSetup> {
    const base = await this.base(tx);
    if (base === null) throw externalAddressMissing();
    return { config, clientSecret: await this.secrets.get(tx, SECRET), base };
  }

  /**
   * A save that commits just now may not have ended the attempt yet. @throws AppError 403 while switched off, 400 for another configuration
   */
  async requireUnchanged(tx: ReadTx, { config: begunBy }: OidcSetup): Promise<OidcConfig> {
    const config = await this.config(tx);
    if (!config.enabled) throw oidcOff();
    if (JSON.stringify(config) !== JSON.stringify(begunBy)) throw attemptEnded();
    return config;
  }

  /** @param clientSecret null forgets the stored one, undefined keeps it */
  async save(tx: WriteTx, config: OidcConfig, clientSecret: Secret | null | undefined): Promise<void> {
    await this.store.set(tx, CONFIG, config);
    if (clientSecret === null) await this.secrets.remove(tx, SECRET);
    else if (clientSecret) await this.secrets.set(tx, SECRET, clientSecret);
  }

  /** Has somebody signed in at the provider by just what is stored? */
  async isTested(tx: ReadTx): Promise<boolean> {
    const known = await this.store.get(tx, TESTED);
    return known !== '' && known === (await this.fingerprint(tx));
  }

  /** Notes that somebody has. */
  async noteTested(tx: WriteTx): Promise<void> {
    await this.store.set(tx, TESTED, await this.fingerprint(tx));
  }

  private async fingerprint(tx: ReadTx): Promise<string> {
    return fingerprintOf(await this.config(tx), await this.secrets.get(tx, SECRET), this.fingerprintKey);
  }
}
