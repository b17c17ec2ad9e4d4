import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import { SettingsDatabase } from '../../../../test/harness/settings-database.js';
import { silentLog } from '../../../core/logging/log.js';
import { RatingListsService } from './rating-lists.service.js';

const LIST = 'GET /3/certification/movie/list';
const DAY_MS = 24 * 60 * 60_000;

describe('doc3 §5.3: the rating schemes that are known', () => {
  let fixture: MetadataFixture;
  let settings: SettingsDatabase;
  let lists: RatingListsService;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
    settings = await SettingsDatabase.open();
    lists = restarted();
  });

  afterEach(async () => {
    await fixture.close();
    await settings.close();
  });

  const restarted = (from = fixture): RatingListsService =>
    new RatingListsService(from.provider, settings.database, settings.store, silentLog, fixture.clock);
  const known = async () => {
    const { source, schemes } = await lists.known('movie');
    return [source, schemes.has('DE')];
  };
  const asked = (): number => fixture.fake.calls(LIST).length;
  const fails = (): void => fixture.fake.fail(LIST, 503, 100);

  it('are read once in 24 hours, for any number of callers', async () => {
    expect(await Promise.all([known(), known()])).toEqual([
      ['provider', true],
      ['provider', true],
    ]);
    await fixture.clock.advance(DAY_MS - 1);
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(1);
    await fixture.clock.advance(1);
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(2);
  });

  it('are the last good copy for thirty days, and then what is built in', async () => {
    await known();
    fails();
    await fixture.clock.advance(DAY_MS);
    expect(await known()).toEqual(['kept', true]);
    await fixture.clock.leap(29 * DAY_MS - 1);
    expect(await known()).toEqual(['kept', true]);
    await fixture.clock.advance(1);
    expect(await known()).toEqual(['built_in', false]);
  });

  it('survive a restart: fresh ones are not read again, old ones are used when the provider fails', async () => {
    await known();
    lists = restarted();
    expect(await known()).toEqual(['provider', true]);
    expect(asked()).toBe(1);
    fails();
    await fixture.clock.advance(DAY_MS);
    lists = restarted();
    expect(await known()).toEqual(['kept', true]);
  });

  it('are read again a minute after the provider has failed, and not before', async () => {
    fixture.fake.fail(LIST, 503);
    expect(await known()).toEqual(['built_in', false]);
    await fixture.clock.advance(59_999);
    expect(await known()).toEqual(['built_in', false]);
    expect(asked()).toBe(1);
    await fixture.clock.advance(1);
    expect(await known()).toEqual(['provider', true]);
  });

  it.each([
    ['without any scheme', { certifications: {} }],
    ['that can not be read', { certifications: { DE: [{ certification: '6', order: -1 }] } }],
  ])('an answer %s takes no good copy away', async (_, body) => {
    await known();
    await fixture.clock.advance(DAY_MS);
    fixture.fake.fail(LIST, { body });
    expect(await known()).toEqual(['kept', true]);
  });

  describe('issue 43 C14: an answer with a rating of one country that can not be read', () => {
    const GOOD = [{ certification: 'G', order: 1 }];
    const body = { certifications: { DE: [...GOOD, { certification: '6', order: -1 }], US: GOOD, FR: GOOD } };
    const answers = (): void => fixture.fake.fail(LIST, { body });
    const read = async () => {
      const { source, schemes } = await lists.known('movie');
      return [source, schemes.get('DE') ?? null, schemes.get('FR')?.length];
    };

    it('leaves that country unknown as a whole, and the others known, after a restart too', async () => {
      answers();
      expect(await read()).toEqual(['provider', null, 1]);
      lists = restarted();
      expect(await read()).toEqual(['provider', null, 1]);
      expect(asked()).toBe(1);
    });

    it('takes no good copy of that country away', async () => {
      await known();
      await fixture.clock.advance(DAY_MS);
      answers();
      expect(await known()).toEqual(['kept', true]);
    });
  });

  it('without a key nothing is asked; the built-in scheme knows the United States', async () => {
    const keyless = await MetadataFixture.open({ hasKey: false });
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
