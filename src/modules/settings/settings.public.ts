export { ExternalAddress, readExternalAddress } from './external-address.js';
export { ExternalNetwork } from './outbound/external-network.js';
export { OutboundProxySetting, type KnownProxy } from './outbound/outbound-proxy-setting.js';
export { ProviderContact } from './outbound/provider-contact.js';
export { readOutboundProxy, type TypedProxy } from './outbound/read-outbound-proxy.js';
export { defineSecretSetting, SecretSettings } from './secret-settings.js';
export { defineSetting } from './setting.js';
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
export { SettingsStore } from './settings-store.js';
