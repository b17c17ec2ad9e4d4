import { Database } from '../../../src/core/database/database.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import type { App, Session } from '../../harness/start-app.js';

/** Longer than anything is kept of a provider. */
const DAY_MS = 25 * 60 * 60_000;

/**
 * Begins anew in the same application, which costs a tenth of a start: nothing is kept of what a test has asked providers, the
 * fakes know of nothing that it has done, and nobody has decided anything about discovery.
 *
 * @returns the administrator, who is the only account
 */
export async function beginNextDay(app: App): Promise<Session> {
  await app.clock.leap(DAY_MS);
  app.trakt.startOver();
  for (const { given } of [app.tmdb, app.trakt]) given.nothing();
  const admin = await app.startOver();
  await undecide(app);
  return admin;
}

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
