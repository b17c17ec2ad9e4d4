import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import type { ReadTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  CLIENT_CAPABILITIES,
  defineSecretSetting,
  PROVIDER_CREDENTIALS,
  SecretSettings,
  SETUP_STEPS,
  type ClientCapability,
  type ProviderCredential,
  type SetupStep,
} from '../../settings/settings.public.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { metadataKeyRefused, metadataKeyUnjudged } from '../metadata.errors.js';
import { MetadataClients } from './metadata-clients.js';

/** Its name on the wire and in storage. Source: doc 3 sections 2.4 and 9.3. */
const NAME = 'tmdb_access_token';

/**
 * The key of the metadata provider: one that an administrator has stored, else METADATA_TOKEN. It is told to whoever
 * asks what may be stored, what is to be set up and what the server can do. Source: doc 3 sections 2.1, 2.3 and 2.4.
 */
@Injectable()
export class MetadataKey implements ProviderCredential, OnModuleInit {
  readonly name = NAME;
  readonly setting = defineSecretSetting(NAME);
  private readonly fromEnvironment: Secret | null;

  constructor(
    private readonly secrets: SecretSettings,
    private readonly clients: MetadataClients,
    private readonly ports: PortRegistry,
    @InjectSettings() { metadataToken }: Settings,
  ) {
    this.fromEnvironment = metadataToken ?? null;
  }

  onModuleInit(): void {
    const step: SetupStep = {
      key: 'tmdb',
      title: 'Connect TMDB',
      description: 'Search, posters and details of films and series come from TMDB. It needs an API read access token.',
      optional: false,
      isConfigured: (tx) => this.isThere(tx),
    };
    const capability: ClientCapability = { name: 'tmdb', isOffered: (tx) => this.isThere(tx) };
    this.ports.register(PROVIDER_CREDENTIALS, this);
    this.ports.register(SETUP_STEPS, step);
    this.ports.register(CLIENT_CAPABILITIES, capability);
  }

  get isBuiltIn(): boolean {
    return this.fromEnvironment !== null;
  }

  /**
   * The key that holds at this moment, or null.
   *
   * @throws SecretUnreadable 503 when the stored one can't be opened: another key is no substitute for it
   */
  async current(tx: ReadTx): Promise<Secret | null> {
    return (await this.secrets.get(tx, this.setting)) ?? this.fromEnvironment;
  }

  /** @throws AppError 422 when the provider refuses the key, 503 when it can't be asked */
  async judge(candidate: Secret): Promise<void> {
    try {
      await this.clients.withKey(candidate).validateKey();
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      throw fault.kind === 'unauthorized' ? metadataKeyRefused(fault) : metadataKeyUnjudged(fault);
    }
  }

  private async isThere(tx: ReadTx): Promise<boolean> {
    return this.isBuiltIn || (await this.secrets.isStored(tx, this.setting));
  }
}
