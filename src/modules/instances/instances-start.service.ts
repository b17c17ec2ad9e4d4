import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Database, type WriteTx } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import {
  always,
  CLIENT_CAPABILITIES,
  defineSetting,
  SETUP_STEPS,
  type SetupStep,
  SettingsRepository,
} from '../settings/settings.public.js';
import { ACCOUNT_REMOVAL, type AccountRemoval } from '../users/users.public.js';
import { HoldingsRepository } from './access/holdings.repository.js';
import { InstanceDirectoryService } from './registry/instance-directory.service.js';
import { DOWNLOAD_CLIENT_TYPES, factsOf, isDownloadClient, isMediaServer, type ServiceType } from './service-kinds.js';

/** Every assignment of this database was made by a person: no later version takes over access that was inherited. */
const MIGRATED = defineSetting({ key: 'instance_assignments_migrated', schema: z.boolean(), fallback: false });

@Injectable()
export class InstancesStartService implements AccountRemoval, OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly directory: InstanceDirectoryService,
    private readonly holdings: HoldingsRepository,
    private readonly database: Database,
    private readonly settings: SettingsRepository,
  ) {}

  async onModuleInit(): Promise<void> {
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.registerCapabilities();
    this.registerSetupSteps();
    if (await this.database.read((tx) => this.settings.get(tx, MIGRATED))) return;
    await this.database.write((tx) => this.settings.set(tx, MIGRATED, true));
  }

  /** Grants and preferences of a deleted account go in the write that deletes it. */
  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.holdings.removeAccount(tx, userId);
  }

  private registerCapabilities(): void {
    this.ports.register(CLIENT_CAPABILITIES, always('instance_assignments'));
    // Who has no part in the hub yet can name an address, so that administrators hear of it.
    this.ports.register(CLIENT_CAPABILITIES, { name: 'hub_access_requestable', isOffered: this.hasKind('hub') });
  }

  private registerSetupSteps(): void {
    const films = { title: 'Connect Radarr', description: 'Radarr keeps the films of the household.' };
    const series = { title: 'Connect Sonarr', description: 'Sonarr keeps the series of the household.' };
    const movieManager = this.hasKind('movie_manager');
    const tvManager = this.hasKind('tv_manager');
    this.ports.register(SETUP_STEPS, { key: 'movie_manager', ...films, optional: false, isConfigured: movieManager });
    this.ports.register(SETUP_STEPS, { key: 'tv_manager', ...series, optional: false, isConfigured: tvManager });
    const downloadClients = DOWNLOAD_CLIENT_TYPES.map((kind) => factsOf(kind).product);
    this.ports.register(SETUP_STEPS, {
      key: 'download_client',
      title: 'Connect a download client',
      description: `${downloadClients.slice(0, -1).join(', ')} or ${downloadClients.at(-1)} shows what is coming down.`,
      optional: true,
      isConfigured: this.hasAny(isDownloadClient),
    });
    this.ports.register(SETUP_STEPS, {
      key: 'media_server',
      title: 'Connect a media server',
      description: 'People watch and listen on Jellyfin, Emby, Plex or Audiobookshelf.',
      optional: true,
      isConfigured: this.hasAny(isMediaServer),
    });
  }

  private hasKind(kind: ServiceType): SetupStep['isConfigured'] {
    return async (tx) => (await this.directory.ofKind(tx, kind)).length > 0;
  }

  private hasAny(isMeant: (kind: ServiceType) => boolean): SetupStep['isConfigured'] {
    return async (tx) => (await this.directory.all(tx)).some(({ serviceType }) => isMeant(serviceType));
  }
}
