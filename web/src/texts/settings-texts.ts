import { enSettings, type SettingsTexts } from './en-settings.js';

/** What the settings of administrators say, in the reader's language. */
export const settingsTexts: SettingsTexts = enSettings;
