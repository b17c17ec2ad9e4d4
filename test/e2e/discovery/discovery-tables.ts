import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { App } from '../../harness/start-app.js';

/** As if nobody had decided anything about discovery. */
export async function undecide(app: App): Promise<void> {
  await app.get(Database).write((tx) => tx.delete(SettingRow, { key: 'discovery_preferences' }));
}

/** Does this while a table can't be read, since it has another name. */
export async function withoutTable(app: App, table: string, work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string): Promise<unknown> =>
    app.get(Database).write((tx) => tx.query(`ALTER TABLE ${from} RENAME TO ${to}`));
  await rename(table, 'elsewhere');
  try {
    await work();
  } finally {
    await rename('elsewhere', table);
  }
}
