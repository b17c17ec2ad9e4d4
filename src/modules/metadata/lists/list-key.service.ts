import { Injectable } from '@nestjs/common';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { SecretSettingsRepository } from '../../settings/settings.public.js';
import { ProviderClientsService } from '../keys/provider-clients.service.js';
import { ProviderKey } from '../keys/provider-key.js';
import { listKeyRefused, listKeyUnjudged } from './lists.errors.js';

/** The client id at the list provider, a stored one or LISTPROV_CLIENT_ID. Source: doc 3 sections 2.3 and 2.4. */
@Injectable()
export class ListKeyService extends ProviderKey {
  constructor(
    secrets: SecretSettingsRepository,
    clients: ProviderClientsService,
    ports: PortRegistry,
    @InjectSettings() { listprovClientId }: Settings,
  ) {
    super(secrets, ports, {
      name: 'listprov_client_id',
      provider: 'listprov',
      title: 'Connect Trakt',
      description:
        'What is trending, what people wait for and the lists that they make come from Trakt. It needs a client id.',
      optional: true,
      fromEnvironment: listprovClientId,
      validate: (candidate) => clients.lists(candidate).validateKey(),
      refused: listKeyRefused,
      unjudged: listKeyUnjudged,
    });
  }
}
