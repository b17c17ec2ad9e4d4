export { ExternalAddress, readExternalAddress } from './external-address.js';
export { defineSecretSetting, SecretSettings } from './secret-settings.js';
export { defineSetting } from './setting.js';
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
