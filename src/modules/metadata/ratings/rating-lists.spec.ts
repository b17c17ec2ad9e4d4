import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MetadataStand } from '../../../../test/harness/metadata-stand.js';
import { SettingsDatabase } from '../../../../test/harness/settings-database.js';
import { silentLog } from '../../../core/logging/log.js';
import { KeptSchemes } from './kept-schemes.js';
import { RatingLists } from './rating-lists.js';

const LIST = 'GET /3/certification/movie/list';
const DAY_MS = 24 * 60 * 60_000;

describe('doc3 §5.3: the rating schemes that are known', () => {
  let stand: MetadataStand;
  let settings: SettingsDatabase;
  let lists: RatingLists;

  beforeEach(async () => {
    stand = await MetadataStand.open();
    settings = await SettingsDatabase.open();
    lists = restarted();
  });

  afterEach(async () => {
    await stand.close();
    await settings.close();
  });

  const restarted = (from = stand): RatingLists =>
    new RatingLists(from.provider, new KeptSchemes(settings.database, settings.store, silentLog), stand.clock);
  const known = async () => {
    const { source, schemes } = await lists.known('movie');
    return [source, schemes.has('DE')];
  };
  const asked = (): number => stand.fake.calls(LIST).length;
  const fails = (): void => stand.fake.fail(LIST, 503, 100);

  it('are asked for once in 24 hours, however many want them', async () => {
    expect(await Promise.all([known(), known()])).toEqual([
      ['provider', true],
      ['provider', true],
    ]);
    await stand.clock.advance(DAY_MS - 1);
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(1);
    await stand.clock.advance(1);
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(2);
  });

  it('are the last good copy for thirty days, and then what is built in', async () => {
    await known();
    fails();
    await stand.clock.advance(DAY_MS);
    expect(await known()).toEqual(['kept', true]);
    await stand.clock.leap(29 * DAY_MS - 1);
    expect(await known()).toEqual(['kept', true]);
    await stand.clock.advance(1);
    expect(await known()).toEqual(['built_in', false]);
  });

  it('outlive a restart: fresh ones are not asked for again, old ones serve when the provider fails', async () => {
    await known();
    lists = restarted();
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(1);
    fails();
    await stand.clock.advance(DAY_MS);
    lists = restarted();
    expect(await known()).toEqual(['kept', true]);
  });

  it('are asked for again a minute after the provider has failed, and not before', async () => {
    stand.fake.fail(LIST, 503);
    expect(await known()).toEqual(['built_in', false]);
    await stand.clock.advance(59_999);
    expect(await known()).toEqual(['built_in', false]);
    expect(asked()).toBe(1);
    await stand.clock.advance(1);
    expect(await known()).toEqual(['provider', true]);
  });

  it.each([
    ['without any scheme', { certifications: {} }],
    ['that can not be read', { certifications: { DE: [{ certification: '6', order: -1 }] } }],
  ])('an answer %s takes no good copy away', async (_, body) => {
    await known();
    await stand.clock.advance(DAY_MS);
    stand.fake.fail(LIST, { body });
    expect(await known()).toEqual(['kept', true]);
  });

  it('without a key nothing is asked; the built-in scheme knows the United States', async () => {
    const keyless = await MetadataStand.open({ hasKey: false });
    lists = restarted(keyless);
    const { source, schemes } = await lists.known('tv');
    expect([source, [...schemes.keys()]]).toEqual(['built_in', ['US']]);
    expect(schemes.get('US')?.map(({ certification }) => certification)).toEqual([
      'NR',
      'TV-Y',
      'TV-Y7',
      'TV-G',
      'TV-PG',
      'TV-14',
      'TV-MA',
    ]);
    expect(keyless.fake.calls()).toEqual([]);
    await keyless.close();
  });

  it('a kept copy that can not be read counts for none', async () => {
    await known();
    await settings.database.write((tx) => tx.query(`UPDATE settings SET value = '{"fetchedAt":"now"}'`));
    fails();
    lists = restarted();
    expect(await known()).toEqual(['built_in', false]);
  });
});
