import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { ProviderKeysService } from './credentials/provider-keys.service.js';
import { CredentialsController } from './http/credentials.controller.js';
import { ExternalAddressController } from './http/external-address.controller.js';
import { JobsController } from './http/jobs.controller.js';
import { OutboundProxyController } from './http/outbound-proxy.controller.js';
import { SetupStatusController } from './http/setup-status.controller.js';
import { JobsService } from './jobs/jobs.service.js';
import { OutboundProxyService } from './outbound/outbound-proxy.service.js';
import { ExternalAddressService } from './setup/external-address.service.js';
import { SetupChecklistService } from './setup/setup-checklist.service.js';

/** What administrators look after that belongs to no single module: provider keys, what is left to set up, background jobs. */
@Module({
  imports: [SettingsModule],
  controllers: [
    CredentialsController,
    SetupStatusController,
    ExternalAddressController,
    OutboundProxyController,
    JobsController,
  ],
  providers: [ProviderKeysService, SetupChecklistService, ExternalAddressService, OutboundProxyService, JobsService],
})
export class AdministrationModule {}
