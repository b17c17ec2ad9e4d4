export { defineSetting } from './setting.js';
export { SettingsModule } from './settings.module.js';
export { SettingsStore } from './settings-store.js';
