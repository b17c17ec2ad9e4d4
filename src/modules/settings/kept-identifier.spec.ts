import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SettingsDatabase } from '../../../test/harness/settings-database.js';
import { SystemRandom } from '../../core/time/random.js';
import { KeptIdentifier } from './kept-identifier.js';
import { defineSetting } from './settings.repository.js';

const ID = defineSetting({ key: 'an_identifier', schema: z.string(), fallback: '' });
const OTHER = defineSetting({ key: 'another_identifier', schema: z.string(), fallback: '' });

describe('a kept identifier', () => {
  let settings: SettingsDatabase;

  beforeEach(async () => {
    settings = await SettingsDatabase.open();
  });

  afterEach(() => settings.close());

  const identifier = (setting = ID): KeptIdentifier => {
    const { database, store } = settings;
    return new KeptIdentifier(setting, { database, store, random: new SystemRandom() });
  };

  it('is the same in every process, and another one for another setting', async () => {
    const first = await identifier().current();
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(await identifier().current()).toBe(first);
    expect(await identifier(OTHER).current()).not.toBe(first);
  });

  it('that is made twice at once is the one that was stored first, for both', async () => {
    const [one, other] = await Promise.all([identifier().current(), identifier().current()]);
    const stored = await settings.database.read((tx) => settings.store.get(tx, ID));
    expect([one, other]).toEqual([stored, stored]);
  });
});
