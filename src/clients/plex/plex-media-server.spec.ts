import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PLEX_SERVER_CALLS, PlexMediaServerFake } from '../../../test/fakes/plex/plex-media-server-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { BASEMENT, openPlexHousehold } from '../../../test/harness/plex-household.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { PLEX_PAGE, PlexMediaServer } from './plex-media-server.js';

const TOKEN = 'canary-server-token';
const FILMS = { key: '1', type: 'movie' } as const;

describe('issue 43 E28: a Plex Media Server', () => {
  let fake: PlexMediaServerFake;

  beforeEach(async () => {
    fake = await new PlexMediaServerFake(BASEMENT, TOKEN).start();
  });

  afterEach(() => fake.stop());

  const server = (token = TOKEN): PlexMediaServer => {
    const identity = { clientIdentifier: 'client-1', product: 'Usher', version: '1.2.3' };
    return new PlexMediaServer({ url: fake.url, identity, clock: new MovedClock(), log: silentLog }, Secret.of(token));
  };

  it('says which machine it is to who has no token, and is sent none for that', async () => {
    expect(await server().machineIdentifier()).toBe(BASEMENT);
    expect(fake.calls().map(({ headers }) => headers['x-plex-token'])).toEqual([undefined]);
  });

  it('says what it holds page by page, by the ids of TMDB and TheTVDB', async () => {
    for (let at = 1; at <= PLEX_PAGE; at += 1) fake.give({ type: 'movie', tmdbId: at });
    const last = fake.give({ type: 'movie', tmdbId: 5_000, tvdbId: 6_000, contentRating: 'PG' });
    expect(await server().sections()).toEqual({ sections: [FILMS, { key: '2', type: 'show' }], isComplete: true });
    expect(await server().titles(FILMS, 0)).toMatchObject({ rows: PLEX_PAGE, unknown: 0, total: PLEX_PAGE + 1 });
    expect((await server().titles(FILMS, PLEX_PAGE)).titles).toEqual([
      { ratingKey: last, tmdbId: 5_000, tvdbId: 6_000, contentRating: 'PG' },
    ]);
    const queries = fake.calls().map(({ path, query }) => `${path} ${JSON.stringify(query)}`);
    expect(queries.join()).not.toContain(TOKEN);
  });

  it.each<readonly [string, unknown]>([
    ['null', null],
    ['a text', 'film'],
    ['no key', { Guid: [{ id: 'tmdb://7' }] }],
    ['a key that leads elsewhere', { ratingKey: '../identity', Guid: [{ id: 'tmdb://7' }] }],
    ['no ids', { ratingKey: '7' }],
    ['ids of nobody that we know', { ratingKey: '7', Guid: [{ id: 'imdb://tt7' }, { id: 'tmdb://x' }] }],
    ['two ids of one provider', { ratingKey: '7', Guid: [{ id: 'tmdb://7' }, { id: 'tmdb://8' }] }],
  ])('security 34 and 39: a row that is %s is counted as unknown, and the others stand', async (_what, row) => {
    fake.rows.get('1')?.push(row);
    const film = fake.give({ type: 'movie', tmdbId: 9 });
    const { titles, unknown } = await server().titles(FILMS, 0);
    expect([titles.map(({ ratingKey }) => ratingKey), unknown]).toEqual([[film], 1]);
  });

  it('security 39: a section of nonsense is left out, and it is said that one was', async () => {
    fake.sections.push({ key: null, type: 7 });
    expect(await server().sections()).toMatchObject({ sections: [{ key: '1' }, { key: '2' }], isComplete: false });
  });

  it('throws for a token that is not its own, and for what is no list', async () => {
    await expect(server('another').sections()).rejects.toMatchObject({ kind: 'unauthorized' });
    fake.fail(PLEX_SERVER_CALLS.titles, 'garbage');
    await expect(server().titles(FILMS, 0)).rejects.toMatchObject({ kind: 'malformed' });
  });

  it('is reached at the addresses that the hub names for it, near ones first and without relays', async () => {
    const household = await openPlexHousehold();
    const { fake: hub, mara, otto, account } = household;
    const connections = [
      { uri: 'https://far.example:32400', local: false },
      { uri: 'https://relay.example:8443', local: false, relay: true },
      { uri: 'https://near.example:32400' },
    ];
    hub.given.device({ machineIdentifier: BASEMENT, owner: mara, connections, accessToken: TOKEN });
    hub.given.device({ machineIdentifier: 'attic', owner: otto, connections });
    hub.given.share('attic', mara);
    const reach = await account.reach(BASEMENT);
    expect([reach?.urls, reach?.token.reveal()]).toEqual([
      ['https://near.example:32400', 'https://far.example:32400'],
      TOKEN,
    ]);
    expect(await account.reach('attic')).toBeNull();
    expect(await account.reach('nowhere')).toBeNull();
    await hub.stop();
  });
});
