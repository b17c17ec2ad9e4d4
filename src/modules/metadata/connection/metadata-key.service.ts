import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SecretSettingsRepository } from '../../settings/settings.public.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { ProviderKey } from '../keys/provider-key.js';
import { metadataKeyRefused, metadataKeyUnjudged } from '../metadata.errors.js';

/** The key's name on the wire and in storage. Source: doc 3 section 2.4. */
export const METADATA_KEY = 'tmdb_access_token';

/** The key of the metadata provider, a stored one or METADATA_TOKEN. Source: doc 3 sections 2.3, 2.4 and 9.3. */
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
