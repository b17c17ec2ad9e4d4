import { Module } from '@nestjs/common';
import { ExternalAddress } from './external-address.js';
import { ExternalNetwork } from './outbound/external-network.js';
import { OutboundProxySetting } from './outbound/outbound-proxy-setting.js';
import { ProviderContact } from './outbound/provider-contact.js';
import { SecretSettings } from './secret-settings.js';
import { SettingsStore } from './settings-store.js';

/** Typed key-value settings that are kept in the database, secrets among them. No routes. */
@Module({
  providers: [SettingsStore, SecretSettings, ExternalAddress, OutboundProxySetting, ProviderContact, ExternalNetwork],
  exports: [SettingsStore, SecretSettings, ExternalAddress, OutboundProxySetting, ProviderContact, ExternalNetwork],
})
export class SettingsModule {}
