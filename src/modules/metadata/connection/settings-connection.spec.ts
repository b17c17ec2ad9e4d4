import { describe, expect, it } from '@jest/globals';
import { TmdbFake } from '../../../../test/fakes/tmdb/tmdb-fake.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { readSettings } from '../../../core/config/settings.js';
import { silentLog } from '../../../core/logging/log.js';
import { SettingsConnection } from './settings-connection.js';

function connectionWith(env: Readonly<Record<string, string>>): SettingsConnection {
  const settings = readSettings(env, { isTerminal: false, readFile: () => '' });
  return new SettingsConnection(settings, new MovedClock(), silentLog);
}

describe('SettingsConnection', () => {
  it('doc3 §10: speaks to METADATA_URL with METADATA_TOKEN', async () => {
    const fake = await new TmdbFake({ token: 'a-read-access-token' }).start();
    try {
      const connection = connectionWith({ METADATA_URL: fake.apiUrl, METADATA_TOKEN: 'a-read-access-token' });
      const client = await connection.current();
      expect((await client?.popularMovies(1))?.parsed.page).toBe(1);
    } finally {
      await fake.stop();
    }
  });

  it('has no client while METADATA_TOKEN is unset', async () => {
    expect(await connectionWith({}).current()).toBeNull();
  });
});
