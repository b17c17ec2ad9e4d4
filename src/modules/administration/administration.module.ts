import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { ProviderKeysService } from './credentials/provider-keys.service.js';
import { CredentialsController } from './http/credentials.controller.js';
import { JobsController } from './http/jobs.controller.js';
import { NetworkController } from './http/network.controller.js';
import { ServerLogController } from './http/server-log.controller.js';
import { SetupStatusController } from './http/setup-status.controller.js';
import { JobsService } from './jobs/jobs.service.js';
import { NetworkService } from './network/network.service.js';
import { SetupChecklistService } from './setup/setup-checklist.service.js';

@Module({
  imports: [SettingsModule],
  controllers: [CredentialsController, SetupStatusController, NetworkController, JobsController, ServerLogController],
  providers: [ProviderKeysService, SetupChecklistService, NetworkService, JobsService],
})
export class AdministrationModule {}
