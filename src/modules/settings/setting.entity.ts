import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One stored setting: a name and its value as JSON text. */
@Entity({ name: 'settings' })
export class SettingRow {
  @PrimaryColumn({ type: 'varchar', length: 100, primaryKeyConstraintName: 'pk_settings' })
  key: string;

  @Column({ type: 'text' })
  value: string;
}

/** The table of this module. */
export const settingsEntities = [SettingRow] as const;
