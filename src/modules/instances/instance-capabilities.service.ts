import { Injectable, type OnModuleInit } from '@nestjs/common';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { always, CLIENT_CAPABILITIES, SETUP_STEPS, type SetupStep } from '../settings/settings.public.js';
import { InstanceDirectoryService } from './registry/instance-directory.service.js';
import { DOWNLOAD_CLIENT_TYPES, factsOf, isDownloadClient, isMediaServer, type ServiceType } from './service-kinds.js';

/** What the module has to say to the checklist and to clients: libraries to connect, and that they are assigned. */
@Injectable()
export class InstanceCapabilitiesService implements OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly directory: InstanceDirectoryService,
  ) {}

  onModuleInit(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('instance_assignments'));
    // Who has no part in the hub yet can name an address, so that administrators hear of it. Source: doc 1 section 9.
    this.ports.register(CLIENT_CAPABILITIES, {
      name: 'hub_access_requestable',
      isOffered: async (tx) => (await this.directory.ofKind(tx, 'hub')).length > 0,
    });
    const films = { title: 'Connect Radarr', description: 'Radarr keeps the films of the household.' };
    const series = { title: 'Connect Sonarr', description: 'Sonarr keeps the series of the household.' };
    this.ports.register(SETUP_STEPS, this.step('movie_manager', films));
    this.ports.register(SETUP_STEPS, this.step('tv_manager', series));
    const downloadClients = DOWNLOAD_CLIENT_TYPES.map((kind) => factsOf(kind).product);
    this.ports.register(SETUP_STEPS, {
      key: 'download_client',
      title: 'Connect a download client',
      description: `${downloadClients.slice(0, -1).join(', ')} or ${downloadClients.at(-1)} shows what is coming down.`,
      optional: true,
      isConfigured: this.isAny(isDownloadClient),
    });
    this.ports.register(SETUP_STEPS, {
      key: 'media_server',
      title: 'Connect a media server',
      description: 'People watch and listen on Jellyfin, Emby, Plex or Audiobookshelf.',
      optional: true,
      isConfigured: this.isAny(isMediaServer),
    });
  }

  private isAny(isMeant: (kind: ServiceType) => boolean): SetupStep['isConfigured'] {
    return async (tx) => (await this.directory.all(tx)).some(({ serviceType }) => isMeant(serviceType));
  }

  private step(kind: ServiceType, texts: Pick<SetupStep, 'title' | 'description'>): SetupStep {
    const isConfigured: SetupStep['isConfigured'] = async (tx) => (await this.directory.ofKind(tx, kind)).length > 0;
    return { key: kind, ...texts, optional: false, isConfigured };
  }
}
