import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { MediaMappingsService } from '../instances/instances.public.js';
import { SETUP_STEPS } from '../settings/settings.public.js';

/** Whether files can be downloaded, for the checklist of administrators. Source: doc 3 section 2.3. */
@Injectable()
export class DownloadsStepService implements OnModuleInit {
  constructor(
    private readonly ports: PortRegistry,
    private readonly database: Database,
    private readonly mappings: MediaMappingsService,
  ) {}

  onModuleInit(): void {
    this.ports.register(SETUP_STEPS, {
      key: 'media_downloads',
      title: 'Let people download files',
      description: 'Name MEDIA_ROOTS in the configuration, and map the paths of a library to folders in it.',
      optional: true,
      isConfigured: async (tx) => (await this.mappings.all(tx)).size > 0,
      holds: async () => {
        const mappings = await this.database.read((tx) => this.mappings.all(tx));
        return (await this.mappings.serving(mappings)).size > 0;
      },
    });
  }
}
