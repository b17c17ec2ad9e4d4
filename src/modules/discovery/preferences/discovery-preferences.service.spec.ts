import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SettingsDatabase } from '../../../../test/harness/settings-database.js';
import { defineSetting } from '../../settings/settings.public.js';
import { DiscoveryPreferencesService } from './discovery-preferences.service.js';

const NOTHING_HIDDEN = { movie: false, tv: false, book: false, music: false };

describe('discovery preferences', () => {
  let stored: SettingsDatabase;
  let preferences: DiscoveryPreferencesService;

  beforeEach(async () => {
    stored = await SettingsDatabase.open();
    preferences = new DiscoveryPreferencesService(stored.database, stored.store);
  });

  afterEach(() => stored.close());

  const decide = (row: Parameters<DiscoveryPreferencesService['decideRow']>[1]): Promise<void> =>
    stored.database.write((tx) => preferences.decideRow(tx, row));
  const hide = (choices: Parameters<DiscoveryPreferencesService['hide']>[1]): Promise<void> =>
    stored.database.write((tx) => preferences.hide(tx, choices));

  it('doc3 §2.3: until somebody decides, the source is automatic, English-only is on and nothing is hidden', async () => {
    expect(await preferences.read()).toEqual({
      source: null,
      englishOnly: true,
      hiddenWhenUnconfigured: NOTHING_HIDDEN,
    });
  });

  it('doc2 §4: hiding decides nothing about the row, and a decision about the row leaves hiding as it is', async () => {
    await hide({ movie: true, book: true });
    expect(await preferences.read()).toMatchObject({ source: null, englishOnly: true });
    await decide({ source: 'metadata_popular', englishOnly: false });
    await hide({ book: false, music: true });
    expect(await preferences.read()).toEqual({
      source: 'metadata_popular',
      englishOnly: false,
      hiddenWhenUnconfigured: { movie: true, tv: false, book: false, music: true },
    });
  });

  it('doc2 §4: a change counts with the next reading', async () => {
    for (const movie of [true, false, true]) {
      await hide({ movie });
      expect((await preferences.read()).hiddenWhenUnconfigured.movie).toBe(movie);
    }
  });

  it('doc2 §7: a stored choice that can not be read is 503, never the default', async () => {
    const damaged = defineSetting({ key: 'discovery_preferences', schema: z.unknown(), fallback: null });
    await stored.database.write((tx) => stored.store.set(tx, damaged, { row: null }));
    await expect(preferences.read()).rejects.toMatchObject({ status: 503 });
  });
});
