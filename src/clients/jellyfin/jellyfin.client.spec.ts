import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JELLYFIN_CALLS, JellyfinFake, type JellyfinFakeOptions } from '../../../test/fakes/jellyfin/jellyfin-fake.js';
import type { StoredAccount } from '../../../test/fakes/mediabrowser/stored-media.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { JellyfinClient } from './jellyfin.client.js';

const KEY = 'canary-jellyfin-key';
const HARBOR = { type: 'movie', tmdbId: 990_101, tvdbId: null, title: 'Harbor Lights', year: 2024 } as const;

describe('JellyfinClient', () => {
  let fake: JellyfinFake;
  let jellyfin: JellyfinClient;
  let mara: StoredAccount;

  beforeEach(() => serve());
  afterEach(() => fake.stop());

  async function serve(options: JellyfinFakeOptions = {}): Promise<void> {
    await fake?.stop();
    fake = await new JellyfinFake({ apiKey: KEY, ...options }).start();
    mara = fake.given.account({ name: 'mara' });
    jellyfin = clientWith(KEY);
  }

  function clientWith(key: string, product = 'Usher'): JellyfinClient {
    const device = { id: 'device 1', product, version: '1.2.3' };
    return new JellyfinClient({
      url: fake.url,
      apiKey: Secret.of(key),
      device,
      clock: new MovedClock(),
      log: silentLog,
    });
  }

  describe('issue 21, Real products: who calls', () => {
    it('stands in one header alone', async () => {
      await jellyfin.probe();
      const [call] = fake.calls();
      const authorization = `MediaBrowser Client="Usher", Device="Usher", DeviceId="device%201", Version="1.2.3", Token="${KEY}"`;
      expect(call?.headers.authorization).toBe(authorization);
      expect(Object.keys(call?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([]);
      expect(call?.query).toEqual({});
    });

    it('bears no token at a sign-in, and the one it brought at the sign-out', async () => {
      await jellyfin.checkPassword('mara', Secret.of('a-strong-one'));
      const [signIn, signOut] = fake.calls().map(({ headers }) => headers.authorization);
      expect(signIn).toContain('DeviceId="device%201"');
      expect(signIn).not.toContain('Token=');
      expect(signOut).toContain('Token="planted-session-token-');
    });

    it.each(['a", Token="b', 'line\r\nX-Other: 1', 'ключ'])('can’t be changed by a key that holds %j', async (key) => {
      expect(await failureOf(clientWith(key, 'Us"her').probe())).toMatchObject({ kind: 'unauthorized' });
      const { headers } = fake.calls()[0] ?? {};
      expect(headers?.['x-other']).toBeUndefined();
      expect(String(headers?.authorization).match(/"/g)).toHaveLength(10);
    });
  });

  it('is no Emby server, which doesn’t name its product', async () => {
    fake.fail(JELLYFIN_CALLS.info, { body: { ServerName: 'Loft', Version: '4.8.11.0', Id: 'x' } });
    expect(await failureOf(jellyfin.probe())).toMatchObject({ kind: 'malformed', reason: 'another product answered' });
  });

  it('jellyfin facts, Create: makes an account together with its password', async () => {
    const { id } = await jellyfin.createUser('kim', Secret.of('one-time'));
    expect(jellyfin.makesWithPassword).toBe(true);
    expect(fake.opens('kim', 'one-time')).toBe(true);
    expect(fake.opens('kim', '')).toBe(false);
    expect(fake.calls()).toHaveLength(1);
    expect(await jellyfin.user(id)).toMatchObject({ createdAt: null });
  });

  it.each(['a&b', 'a:b', 'a"b', 'a<b', 'a,b', 'a!b', 'kim\u200b', '😀'])(
    'issue 21, Real products: judges a name before the server does, which says only that it is no: %j',
    async (name) => {
      expect(jellyfin.nameFits(name)).toBe(false);
      const answer = await fetch(`${fake.url}/Users/New`, {
        method: 'POST',
        headers: { Authorization: `MediaBrowser Token="${KEY}"` },
        body: JSON.stringify({ Name: name, Password: 'x' }),
      });
      expect([answer.status, await answer.text()]).toEqual([400, 'Error processing request.']);
    },
  );

  it.each(['a+b', 'a_b', 'Zoë', '٣'])('judges a name to fit as the server does: %j', async (name) => {
    expect(await jellyfin.createUser(name, Secret.of('x'))).toMatchObject({ name });
  });

  it('jellyfin facts, Ids: compares ids whether they have dashes or not', async () => {
    await serve({ dashes: true });
    const library = fake.given.library({ name: 'Movies', collectionType: 'movies' });
    const film = fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101, library });
    const [movies] = await jellyfin.libraries();
    expect(movies?.id).toBe(library.guid);
    await jellyfin.changePolicy(mara.id, () => ({ libraries: [String(movies?.id)] }));
    expect(await jellyfin.user(mara.id)).toMatchObject({ id: mara.id, policy: { libraryIds: [library.guid] } });
    expect(await jellyfin.findTitle(mara.id, HARBOR)).toMatchObject([{ id: film.id }]);
  });

  it('security 34: reads the same where it writes null for what it has not', async () => {
    const readings = async (): Promise<unknown> => {
      const library = fake.given.library({ name: 'Mixture' });
      fake.given.library({ name: 'New', isScanned: false });
      fake.given.item({ type: 'Movie', name: 'Harbor Lights', year: null, tmdbId: 990_101, library });
      const titles = await jellyfin.findTitle(mara.id, HARBOR);
      return [await jellyfin.users(), await jellyfin.libraries(), await jellyfin.parentalRatings(), titles];
    };
    const sparing = await readings();
    await serve({ nulls: true });
    expect(await readings()).toEqual(sparing);
  });

  describe('issue 21: caps', () => {
    const cap = async (name: string): Promise<unknown> =>
      (await jellyfin.parentalRatings()).find((rating) => rating.name === name)?.cap;

    it('tell ratings of one score apart, from 10.11 on', async () => {
      expect(await cap('R')).toEqual({ score: 17, subScore: 0 });
      expect(await cap('TV-MA')).toEqual({ score: 17, subScore: 1 });
      expect(await cap('Unrated')).toBeUndefined();
    });

    it('are a score alone before', async () => {
      await serve({ version: '10.10.7' });
      expect(await cap('R')).toEqual({ score: 17, subScore: null });
      const limits = { maxRating: { score: 17, subScore: null }, blockUnrated: ['Movie'] };
      expect(await jellyfin.changePolicy(mara.id, () => ({ limits }))).toMatchObject({ outcome: 'changed' });
      expect(mara.policy).toMatchObject({ MaxParentalRating: 17, MaxParentalSubRating: null });
    });

    it.each([
      { Name: 'R', Value: 17, RatingScore: { score: '17' } },
      { Name: 'R', Value: 17, RatingScore: { score: 17, subScore: 'low' } },
      { Name: 'R', Value: '17' },
      { Name: 'R' },
      { Name: '', Value: 17 },
      { Value: 17 },
      null,
    ])('that can’t be read in full are no caps: %j', async (row) => {
      fake.fail(JELLYFIN_CALLS.ratings, { body: [row, { Name: 'G', Value: 0, RatingScore: null }] });
      expect(await jellyfin.parentalRatings()).toEqual([{ name: 'G', cap: { score: 0, subScore: null } }]);
    });
  });

  describe('a title', () => {
    const queries = (): readonly unknown[] =>
      fake.calls(JELLYFIN_CALLS.items).map(({ query: { searchTerm, years } }) => ({ searchTerm, years }));

    it('is looked for by its words first', async () => {
      fake.given.item({ type: 'Movie', name: 'Harbor Lights', tmdbId: 990_101 });
      expect(await jellyfin.findTitle(mara.id, HARBOR)).toHaveLength(1);
      expect(queries()).toEqual([{ searchTerm: 'Harbor Lights' }]);
      expect(fake.calls()[0]?.query).toMatchObject({ userId: mara.id, recursive: 'true', fields: 'ProviderIds' });
    });

    it('that has other words there is found among those of the years around', async () => {
      fake.given.item({ type: 'Movie', name: 'Hafenlichter', year: 2025, tmdbId: 990_101 });
      expect(await jellyfin.findTitle(mara.id, HARBOR)).toMatchObject([{ name: 'Hafenlichter' }]);
      expect(queries()).toEqual([{ searchTerm: 'Harbor Lights' }, { years: ['2023', '2024', '2025'] }]);
    });

    it('whose namesake is another one is found all the same', async () => {
      fake.given.item({ type: 'Movie', name: 'Harbor Lights', year: 1998, tmdbId: 5 });
      const film = fake.given.item({ type: 'Movie', name: 'Hafenlichter', tmdbId: 990_101 });
      expect(await jellyfin.findTitle(mara.id, HARBOR)).toMatchObject([{ id: film.id }]);
    });

    it('of which nobody knows words or year is looked for among all', async () => {
      fake.given.item({ type: 'Movie', name: 'Hafenlichter', year: null, tmdbId: 990_101 });
      const { title: _, year: __, ...ids } = HARBOR;
      expect(await jellyfin.findTitle(mara.id, { ...ids, title: '' })).toHaveLength(1);
      expect(queries()).toEqual([{}]);
    });
  });
});
