import { type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { UsersModule } from '../users/users.public.js';
import { FileRightsService } from './access/file-rights.service.js';
import { DownloadsStepService } from './downloads-step.service.js';
import { FinishedFilesService } from './finding/finished-files.service.js';
import { LiveFilesService } from './finding/live-files.service.js';
import { DownloadController } from './http/download.controller.js';
import { MediaFilesController } from './http/media-files.controller.js';
import { refuseOtherMethods } from './http/only-reading.js';
import { FileTicketsService } from './tickets/file-tickets.service.js';
import { TicketIssueService } from './tickets/ticket-issue.service.js';
import { FileDownloadService } from './transfers/file-download.service.js';
import { TransfersService } from './transfers/transfers.service.js';

/** Finished files of the libraries, by tickets that open one of them for ten minutes. */
@Module({
  imports: [UsersModule, InstancesModule, ContentPolicyModule],
  controllers: [MediaFilesController, DownloadController],
  providers: [
    FileRightsService,
    LiveFilesService,
    FinishedFilesService,
    FileTicketsService,
    TicketIssueService,
    TransfersService,
    FileDownloadService,
    DownloadsStepService,
  ],
  exports: [FileTicketsService],
})
export class MediaFilesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(refuseOtherMethods).forRoutes('api/media-files/download/*rest');
  }
}
