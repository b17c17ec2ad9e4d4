import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { translationsOf } from '../../../../test/fakes/tmdb/tmdb-parts.js';
import { errorOf } from '../../../../test/harness/error-of.js';
import { manualPromise } from '../../../../test/harness/manual-promise.js';
import { MetadataFixture } from '../../../../test/harness/metadata-fixture.js';
import { ProviderKeyChanged } from '../../settings/settings.public.js';
import { METADATA_KEY } from '../keys/provider-key.service.js';
import type { TitleId } from './title-words.service.js';

const FILM = 'GET /3/movie/:id';
const DAY_MS = 24 * 60 * 60_000;
const SHARE = 'account 1';

describe('issue 46: words of titles', () => {
  let fixture: MetadataFixture;

  beforeEach(async () => {
    fixture = await MetadataFixture.open();
    for (const id of [1, 2, 3, 4, 5, 6]) {
      const translations = translationsOf('title', [{ language: 'de', country: 'DE', title: `Hafen ${id}` }]);
      fixture.fake.given.film({ id, title: `Harbor ${id}`, translations });
    }
  });

  afterEach(() => fixture.close());

  const films = (...ids: readonly number[]): readonly TitleId[] => ids.map((tmdbId) => ({ kind: 'movie', tmdbId }));
  const german = async (...ids: readonly number[]) => {
    const { titles, isComplete } = await fixture.words.of(films(...ids), 'de', SHARE);
    return [titles.map(({ title }) => title), isComplete];
  };
  const calls = () => fixture.fake.calls().length;

  it('are asked for once a day, however many want them, and in every language at once', async () => {
    await Promise.all([german(1), german(1)]);
    await fixture.clock.leap(DAY_MS - 1);
    expect(await german(1)).toEqual([['Hafen 1'], true]);
    const english = await fixture.words.of(films(1), 'en', SHARE);
    expect([english.titles[0]?.title, calls()]).toEqual(['Harbor 1', 1]);
    await fixture.clock.leap(1);
    expect([await german(1), calls()]).toEqual([[['Hafen 1'], true], 2]);
  });

  it('are not asked for in English, which is no less complete', async () => {
    expect(await fixture.words.of(films(1), 'en', SHARE)).toEqual({ titles: [], isComplete: true });
    expect(calls()).toBe(0);
  });

  it('lack what the provider affirms not to have, which is asked again after five minutes', async () => {
    expect(await german(1, 404)).toEqual([['Hafen 1'], true]);
    await fixture.clock.leap(299_999);
    expect([await german(404), calls()]).toEqual([[[], true], 2]);
    await fixture.clock.leap(1);
    expect([await german(404), calls()]).toEqual([[[], true], 3]);
  });

  it('that are known don’t wait for others for more than 1.5 seconds; those are there at a later call', async () => {
    await german(1);
    const gate = manualPromise();
    fixture.fake.meanwhile('GET /3/movie/2', () => gate.promise);
    const arrived = fixture.fake.nextCall('GET /3/movie/2');
    let answer: unknown;
    const asked = german(1, 2).then((words) => (answer = words));
    await arrived;
    await fixture.clock.advance(1_499);
    expect(answer).toBeUndefined();
    await fixture.clock.advance(1);
    expect(await asked).toEqual([['Hafen 1'], false]);
    gate.resolve();
    expect([await german(1, 2), calls()]).toEqual([[['Hafen 1', 'Hafen 2'], true], 2]);
  });

  it('security 40: four are asked for at once, and after a failure of the provider nothing is for ten seconds', async () => {
    fixture.fake.fail(FILM, 'timeout', 4);
    const asked = german(1, 2, 3, 4, 5, 6);
    await fixture.fake.arrived(FILM, 4);
    await fixture.clock.advance(1_500);
    expect([await asked, calls()]).toEqual([[[], false], 4]);
    await fixture.clock.advance(8_500);
    const refused = { status: 502, code: 'metadata_failed' };
    expect(await errorOf(german(1, 2, 3, 4, 5, 6))).toMatchObject(refused);
    await fixture.clock.advance(9_999);
    expect(await errorOf(german(6))).toMatchObject(refused);
    expect(calls()).toBe(4);
    await fixture.clock.advance(1);
    expect([await german(5, 6), calls()]).toEqual([[['Hafen 5', 'Hafen 6'], true], 6]);
  });

  it('of which one can’t be read lack that one, and are asked for it again', async () => {
    fixture.fake.fail('GET /3/movie/2', 'garbage');
    expect(await german(1, 2)).toEqual([['Hafen 1'], false]);
    expect(await german(1, 2)).toEqual([['Hafen 1', 'Hafen 2'], true]);
  });

  it('are asked for anew with another key of the provider, though it has just failed', async () => {
    await german(1);
    fixture.fake.fail(FILM, 503);
    expect(await german(1, 2)).toEqual([['Hafen 1'], false]);
    await fixture.events.publish(new ProviderKeyChanged(METADATA_KEY));
    expect([await german(1, 2), calls()]).toEqual([[['Hafen 1', 'Hafen 2'], true], 4]);
  });
});
