import { SettingRow } from './setting.entity.js';

export const settingsEntities = [SettingRow] as const;
