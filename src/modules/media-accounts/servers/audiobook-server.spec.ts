import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AUDIOBOOKSHELF_CALLS, AudiobookshelfFake } from '../../../../test/fakes/audiobookshelf/audiobookshelf-fake.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { AudiobookshelfClient } from '../../../clients/audiobookshelf/audiobookshelf.client.js';
import { silentLog } from '../../../core/logging/log.js';
import { Secret } from '../../../core/secrets/secret.js';
import { AudiobookServer } from './audiobook-server.js';
import type { AccountToMake } from './media-server.js';

const SECRET = Secret.of('canary-one-time-secret');

const MARA: AccountToMake = {
  name: 'Mara',
  secret: SECRET,
  access: { access: 'on', libraries: 'all', keepsLibraries: false, limits: null, limitsBefore: null },
};

describe('issue 21: names on an audiobook server, which takes "Mara" beside "mara" and lets one of them sign in', () => {
  let fake: AudiobookshelfFake;
  let client: AudiobookshelfClient;
  let server: AudiobookServer;

  beforeEach(async () => {
    fake = await new AudiobookshelfFake({ apiKey: 'canary-server-key' }).start();
    const access = { url: fake.url, apiKey: Secret.of('canary-server-key'), clock: new MovedClock(), log: silentLog };
    client = new AudiobookshelfClient(access);
    server = new AudiobookServer(client, false);
  });

  afterEach(() => fake.stop());

  const bearers = (): readonly string[] =>
    fake.accounts.list.filter(({ username }) => /^mara$/i.test(username)).map(({ username }) => username);

  /** Somebody else makes an account while ours is being made. */
  const madeMeanwhile = (username: string): void =>
    fake.meanwhile(AUDIOBOOKSHELF_CALLS.createUser, () => Promise.resolve(void fake.given.account({ username })));

  it.each([false, true])(
    'issue 43 E32: a new account of an adult sees explicit titles where an administrator has chosen that: %s; a child never does',
    async (isChosen) => {
      const chosen = new AudiobookServer(client, isChosen);
      const ratings = { movieRatings: [], tvRatings: [] };
      const limits = { ratingRegion: 'US', maxMovieRating: 'PG', maxTvRating: 'TV-PG', blockUnrated: true, ...ratings };
      expect(await chosen.create(MARA)).toMatchObject({ account: { limitsNow: String(isChosen) }, limitsBefore: null });
      const kid = await chosen.create({ ...MARA, name: 'Kid', access: { ...MARA.access, limits } });
      expect(kid).toMatchObject({ account: { limitsNow: 'false' }, limitsBefore: String(isChosen) });
    },
  );

  it('issue 43 C14: none is made where an account that can not be read may have the name, and the others stay known', async () => {
    const { id } = fake.given.account({ username: 'otto' });
    const users = [...fake.accounts.list.map((one) => fake.accounts.shown(one, true)), { id: 'odd', username: 5 }];
    fake.fail(AUDIOBOOKSHELF_CALLS.users, { body: { users } }, Infinity);
    const { accounts, isComplete } = await server.accounts();
    expect([accounts.map(({ name }) => name), isComplete]).toEqual([['root', 'otto'], false]);
    expect(await server.create(MARA)).toMatchObject({ outcome: 'unknown' });
    expect(bearers()).toEqual([]);
    expect(await server.setPassword(id, SECRET)).toEqual({ outcome: 'done' });
  });

  it.each(['mara', 'MARA'])('ours is taken away again where somebody has made %s meanwhile', async (other) => {
    madeMeanwhile(other);
    expect(await server.create(MARA)).toMatchObject({ outcome: 'refused', code: 'name_taken' });
    expect(bearers()).toEqual([other]);
  });

  it('ours that opens by the secret is taken away, and the other one of its name stays', async () => {
    fake.given.account({ username: 'Mara', password: SECRET.reveal() });
    fake.given.account({ username: 'mara' });
    expect(await server.discard(MARA)).toEqual({ outcome: 'done' });
    expect(bearers()).toEqual(['mara']);
  });

  it('an earlier account of ours is taken away, and not gone on with, where another one has its name by now', async () => {
    fake.given.account({ username: 'Mara', password: SECRET.reveal() });
    fake.given.account({ username: 'mara' });
    expect(await server.create(MARA)).toMatchObject({ outcome: 'refused', code: 'name_taken' });
    expect(bearers()).toEqual(['mara']);
  });

  it('nothing is taken away where nothing shows which one is ours', async () => {
    fake.given.account({ username: 'mara' });
    fake.given.account({ username: 'Mara', password: SECRET.reveal() });
    expect(await server.discard(MARA)).toEqual({ outcome: 'done' });
    expect(bearers()).toEqual(['mara', 'Mara']);
  });
});
