import { enSettings, type SettingsTexts } from './en-settings.js';
import { spoken } from './language.js';

/** What the settings of administrators say, in the reader's language. */
export const settingsTexts: SettingsTexts = await spoken(
  enSettings,
  async () => (await import('./de-settings.js')).deSettings,
);
