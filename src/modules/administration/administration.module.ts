import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { ProviderKeys } from './credentials/provider-keys.js';
import { CredentialsController } from './http/credentials.controller.js';
import { ExternalAddressController } from './http/external-address.controller.js';
import { OutboundProxyController } from './http/outbound-proxy.controller.js';
import { SetupStatusController } from './http/setup-status.controller.js';
import { OutboundProxyDesk } from './outbound/outbound-proxy-desk.js';
import { ExternalAddressDesk } from './setup/external-address-desk.js';
import { SetupChecklist } from './setup/setup-checklist.js';

/** What administrators look after that belongs to no single module: provider keys, what is left to set up. */
@Module({
  imports: [SettingsModule],
  controllers: [CredentialsController, SetupStatusController, ExternalAddressController, OutboundProxyController],
  providers: [ProviderKeys, SetupChecklist, ExternalAddressDesk, OutboundProxyDesk],
})
export class AdministrationModule {}
