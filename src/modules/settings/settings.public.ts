export { externalBase, ExternalAddressRepository, readExternalAddress } from './external-address.repository.js';
export { KeptIdentifier } from './kept-identifier.js';
export { ExternalNetworkService } from './outbound/external-network.service.js';
export { OutboundProxySettingService, type KnownProxy } from './outbound/outbound-proxy-setting.service.js';
export { ProviderContactService } from './outbound/provider-contact.service.js';
export { readOutboundProxy, type TypedProxy } from './outbound/read-outbound-proxy.js';
export { defineSecretSetting, SecretSettingsRepository } from './secret-settings.repository.js';
export { defineSetting } from './settings.repository.js';
export { ProviderKeyChanged } from './settings.events.js';
export { SettingsModule } from './settings.module.js';
export {
  always,
  CLIENT_CAPABILITIES,
  PROVIDER_CREDENTIALS,
  SETUP_STEPS,
  type ClientCapability,
  type ClientCapabilityName,
  type ProviderCredential,
  type SetupStep,
} from './settings.ports.js';
export { SettingsRepository } from './settings.repository.js';
