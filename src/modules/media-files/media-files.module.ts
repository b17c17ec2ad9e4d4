import { type MiddlewareConsumer, Module, type NestModule, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../core/database/database.js';
import { PortRegistry } from '../../core/ports/port-registry.js';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule, MediaMappingsService } from '../instances/instances.public.js';
import { SETUP_STEPS } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { FileRightsService } from './access/file-rights.service.js';
import { FinishedFilesService } from './finding/finished-files.service.js';
import { LiveFilesService } from './finding/live-files.service.js';
import { MediaFilesController, refuseOtherMethods } from './http/media-files.controller.js';
import { FileTicketsService } from './tickets/file-tickets.service.js';
import { FileDownloadService } from './transfers/file-download.service.js';
import { TransfersService } from './transfers/transfers.service.js';

/** Finished files of the libraries, by tickets that open one of them for ten minutes. */
@Module({
  imports: [UsersModule, InstancesModule, ContentPolicyModule],
  controllers: [MediaFilesController],
  providers: [
    FileRightsService,
    LiveFilesService,
    FinishedFilesService,
    FileTicketsService,
    TransfersService,
    FileDownloadService,
  ],
  exports: [FileTicketsService],
})
export class MediaFilesModule implements NestModule, OnModuleInit {
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

  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(refuseOtherMethods).forRoutes('api/media-files/download/*rest');
  }
}
