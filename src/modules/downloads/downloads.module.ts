import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { ClientQueuesService } from './clients/client-queues.service.js';
import { WatchedQueuesService } from './clients/watched-queues.service.js';
import { ClientQueuesController } from './http/client-queues.controller.js';
import { DownloadsSettingsController } from './http/downloads-settings.controller.js';
import { UserScopeService } from './scope/user-scope.service.js';

/** What is coming down: the queues of download clients, and whose downloads members see. */
@Module({
  imports: [SettingsModule, InstancesModule],
  controllers: [DownloadsSettingsController, ClientQueuesController],
  providers: [ClientQueuesService, WatchedQueuesService, UserScopeService],
  exports: [WatchedQueuesService, UserScopeService],
})
export class DownloadsModule {}
