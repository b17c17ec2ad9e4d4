import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { RequestsModule } from '../requests/requests.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { ActivitySnapshotService } from './activity/activity-snapshot.service.js';
import { DownloadActivityService } from './activity/download-activity.service.js';
import { SourceReadingsService } from './activity/source-readings.service.js';
import { ClientQueuesService } from './clients/client-queues.service.js';
import { ActivityController } from './http/activity.controller.js';
import { ClientQueuesController } from './http/client-queues.controller.js';
import { UserScopeService } from './scope/user-scope.service.js';

/** What is coming down, by title and by job; the queues of download clients, and whose downloads members see. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, ContentPolicyModule, LibraryModule, RequestsModule],
  controllers: [ActivityController, ClientQueuesController],
  providers: [
    ClientQueuesService,
    UserScopeService,
    SourceReadingsService,
    ActivitySnapshotService,
    DownloadActivityService,
  ],
  exports: [ClientQueuesService, UserScopeService],
})
export class DownloadsModule {}
