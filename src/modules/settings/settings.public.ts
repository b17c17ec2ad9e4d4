export { externalBase, ExternalAddressRepository, readExternalAddress } from './external-address.repository.js';
export { KeptIdentifier } from './kept-identifier.js';
export { ExternalNetworkService, type KnownProxy } from './outbound/external-network.service.js';
export { readOutboundProxy, type TypedProxy } from './outbound/outbound-proxy-setting.js';
export { defineSecretSetting, SecretSettingsRepository } from './secret-settings.repository.js';
export { defineSetting } from './settings.repository.js';
export { SettingsModule } from './settings.module.js';
export {
  always,
  CLIENT_CAPABILITIES,
  PROVIDER_CREDENTIALS,
  ProviderKeyChanged,
  SETUP_STEPS,
  type ClientCapability,
  type ClientCapabilityName,
  type ProviderCredential,
  type SetupStep,
} from './settings.ports.js';
export { SettingsRepository } from './settings.repository.js';
