import { type OnModuleInit, Injectable } from '@nestjs/common';
import type { ReadTx } from '../../../core/database/database.js';
import type { AppError } from '../../../core/errors/app-error.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  CLIENT_CAPABILITIES,
  defineSecretSetting,
  PROVIDER_CREDENTIALS,
  SETUP_STEPS,
  type ClientCapability,
  type ClientCapabilityName,
  type ProviderCredential,
  SecretSettingsRepository,
  type SetupStep,
} from '../../settings/settings.public.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { ProviderClientsService } from './provider-clients.service.js';
import { metadataKeyRefused, metadataKeyUnjudged } from '../metadata.errors.js';

interface ProviderKeyWords extends Pick<SetupStep, 'title' | 'description' | 'optional'> {
  /** Its name on the wire and in storage. */
  readonly name: string;
  readonly provider: ClientCapabilityName;
  readonly fromEnvironment: Secret | undefined;
  /** Resolves when the provider accepts the key; throws UpstreamError, `unauthorized` when it refuses it. */
  readonly validate: (candidate: Secret) => Promise<void>;
  readonly refused: (fault: UpstreamError) => AppError;
  readonly unjudged: (fault: UpstreamError) => AppError;
}

/** The key of a provider: one that an administrator has stored, else the environment's. Registers itself with the ports of settings. */
export abstract class ProviderKey implements ProviderCredential, OnModuleInit {
  readonly name: string;
  readonly setting: ProviderCredential['setting'];
  private readonly fromEnvironment: Secret | null;

  protected constructor(
    private readonly secrets: SecretSettingsRepository,
    private readonly ports: PortRegistry,
    private readonly words: ProviderKeyWords,
  ) {
    this.name = words.name;
    this.setting = defineSecretSetting(words.name);
    this.fromEnvironment = words.fromEnvironment ?? null;
  }

  onModuleInit(): void {
    const { provider, title, description, optional } = this.words;
    const isThere = (tx: ReadTx): Promise<boolean> => this.isThere(tx);
    const step: SetupStep = { key: provider, title, description, optional, isConfigured: isThere };
    const capability: ClientCapability = { name: provider, isOffered: isThere };
    this.ports.register(PROVIDER_CREDENTIALS, this);
    this.ports.register(SETUP_STEPS, step);
    this.ports.register(CLIENT_CAPABILITIES, capability);
  }

  get isBuiltIn(): boolean {
    return this.fromEnvironment !== null;
  }

  /** @throws SecretUnreadable 503 when the stored key can't be decrypted: the environment's key is no substitute for it */
  async current(tx: ReadTx): Promise<Secret | null> {
    return (await this.secrets.get(tx, this.setting)) ?? this.fromEnvironment;
  }

  async isThere(tx: ReadTx): Promise<boolean> {
    return this.isBuiltIn || (await this.secrets.isStored(tx, this.setting));
  }

  /** Checks a key before it is stored. @throws AppError 422 when the provider refuses it, 503 when the provider can't be asked */
  async judge(candidate: Secret): Promise<void> {
    const { validate, refused, unjudged } = this.words;
    try {
      await validate(candidate);
    } catch (fault) {
      if (!(fault instanceof UpstreamError)) throw fault;
      throw fault.kind === 'unauthorized' ? refused(fault) : unjudged(fault);
    }
  }
}

export const METADATA_KEY = 'tmdb_access_token';

/** The key of the metadata provider, a stored one or METADATA_TOKEN. */
@Injectable()
export class MetadataKeyService extends ProviderKey {
  constructor(
    secrets: SecretSettingsRepository,
    clients: ProviderClientsService,
    ports: PortRegistry,
    @InjectSettings() { metadataToken }: Settings,
  ) {
    super(secrets, ports, {
      name: METADATA_KEY,
      provider: 'tmdb',
      title: 'Connect TMDB',
      description: 'Search, posters and details of films and series come from TMDB. It needs an API read access token.',
      optional: false,
      fromEnvironment: metadataToken,
      validate: (candidate) => clients.metadata(candidate).validateKey(),
      refused: metadataKeyRefused,
      unjudged: metadataKeyUnjudged,
    });
  }
}
