import { SettingRow } from './setting.entity.js';

/** The tables of this module. */
export const settingsEntities = [SettingRow] as const;
