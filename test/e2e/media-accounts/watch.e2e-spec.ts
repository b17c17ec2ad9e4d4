import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { HUB_TITLES_JOB } from '../../../src/modules/media-accounts/watch/hub-titles.job.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { PLEX_SERVER_CALLS, PlexMediaServerFake } from '../../fakes/plex/plex-media-server-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import type { Session } from '../../harness/start-app.js';
import { type MediaHousehold, PUBLIC_ADDRESS } from '../../harness/media-household.js';
import { LookupHousehold } from './lookup-household.js';

interface Place {
  readonly instance_id: string;
  readonly service_type: string;
  readonly name: string;
  readonly state: string;
  readonly url?: string;
  readonly fallback_url?: string;
}

const HUB = { service_type: 'hub', name: 'Basement', state: 'unverified', fallback_url: 'https://hub.example' };

describe('doc1 §4: GET /api/media-servers/watch', () => {
  let lookups: LookupHousehold;
  let media: MediaHousehold;
  let numbers = 1_000;

  beforeAll(async () => {
    lookups = await LookupHousehold.open();
    media = lookups.media;
  });

  afterAll(() => lookups.close());

  beforeEach(() => {
    numbers += 1;
  });

  afterEach(() => lookups.startOver());

  const watch = (query: string, session: Session = media.ana): Promise<Answer> =>
    session.get(`/api/media-servers/watch?${query}`);
  const placesOf = ({ status, body, headers }: Answer): readonly Place[] => {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    return body as readonly Place[];
  };
  const on = (places: readonly Place[], kind: string): Place | undefined =>
    places.find(({ service_type: serviceType }) => serviceType === kind);
  const giveFilm = (tmdbId: number, fields = {}) => {
    const given = { type: 'Movie', name: `Film ${tmdbId}`, year: 2024, tmdbId, ...fields } as const;
    const [a, b] = [media.jellyfin.given.item(given), media.emby.given.item(given)];
    return { a: a.id, b: b.id };
  };

  describe('where a title is', () => {
    it('found on each server on which the caller has an account, with the address of the title there', async () => {
      const { a, b } = giveFilm(numbers);
      const { serverId } = media.jellyfin;
      const { ids } = media;
      expect(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}&title=Film+${numbers}&year=2024`))).toEqual([
        { instance_id: ids.hub, ...HUB },
        {
          instance_id: ids.video_server_a,
          service_type: 'video_server_a',
          name: 'Films',
          state: 'found',
          url: `${PUBLIC_ADDRESS.video_server_a}/web/#/details?id=${a}&serverId=${serverId}`,
        },
        {
          instance_id: ids.video_server_b,
          service_type: 'video_server_b',
          name: 'More films',
          state: 'found',
          url: `${PUBLIC_ADDRESS.video_server_b}/web/index.html#!/item?id=${b}&serverId=${media.emby.serverId}`,
        },
      ]);
    });

    it('a series by its other id', async () => {
      const given = { type: 'Series', name: 'Salt', tvdbId: numbers } as const;
      media.jellyfin.given.item(given);
      const places = placesOf(await watch(`media_type=tv&tvdb_id=${numbers}`));
      expect([on(places, 'video_server_a')?.state, on(places, 'video_server_b')?.state]).toEqual(['found', 'missing']);
    });

    it('issue 21: ids are compared exactly, and titles are not', async () => {
      giveFilm(numbers, { name: 'Twin', tmdbId: numbers * 10 });
      const places = placesOf(await watch(`media_type=movie&tmdb_id=${numbers}&title=Twin&year=2024`));
      expect(places.filter(({ url }) => url !== undefined)).toEqual([]);
      expect([on(places, 'video_server_a')?.state, on(places, 'video_server_b')?.state]).toEqual([
        'missing',
        'missing',
      ]);
    });

    it('issue 21: what the caller’s account does not see is missing', async () => {
      const { accounts } = lookups;
      const hidden = media.jellyfin.given.library({ name: 'Hidden', collectionType: 'movies' });
      const seen = media.jellyfin.given.library({ name: 'Seen', collectionType: 'movies' });
      const account = media.jellyfin.accounts.find(({ id }) => id === accounts.video_server_a);
      const before = { ...account?.policy };
      Object.assign(account?.policy ?? {}, { EnableAllFolders: false, EnabledFolders: [seen.guid] });
      media.jellyfin.given.item({ type: 'Movie', name: 'Salt', tmdbId: numbers, library: hidden });
      expect(on(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`)), 'video_server_a')?.state).toBe('missing');
      Object.assign(account?.policy ?? {}, before);
    });

    it('issue 21: found without an address where the server has none for people', async () => {
      giveFilm(numbers);
      await lookups.setAddress('video_server_a', '');
      const answer = await watch(`media_type=movie&tmdb_id=${numbers}`);
      expect(on(placesOf(answer), 'video_server_a')).toMatchObject({ state: 'found' });
      expect(on(placesOf(answer), 'video_server_a')).not.toHaveProperty('url');
      expect(answer.text).not.toContain(media.jellyfin.url);
      await lookups.setAddress('video_server_a', PUBLIC_ADDRESS.video_server_a);
    });
  });

  describe('servers that say nothing', () => {
    it.each([
      ['reset', 'unreachable'],
      [503, 'unreachable'],
      [401, 'unreachable'],
      ['garbage', 'unverified'],
      [404, 'unverified'],
    ] as const)('%s is %s, and the others answer', async (fault, state) => {
      giveFilm(numbers);
      media.jellyfin.fail(JELLYFIN_CALLS.items, fault, Infinity);
      const places = placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`));
      expect(on(places, 'video_server_a')).toMatchObject({ state });
      expect(on(places, 'video_server_a')).not.toHaveProperty('url');
      expect(on(places, 'video_server_b')?.state).toBe('found');
    });

    it('issue 21: four seconds for each, all at once', async () => {
      media.jellyfin.fail(JELLYFIN_CALLS.items, 'timeout', Infinity);
      media.emby.fail(EMBY_CALLS.items, 'timeout', Infinity);
      const arrived = [media.jellyfin.nextCall(JELLYFIN_CALLS.items), media.emby.nextCall(EMBY_CALLS.items)];
      const answer = watch(`media_type=movie&tmdb_id=${numbers}`);
      await Promise.all(arrived);
      await media.app.clock.advance(3_999);
      expect(await Promise.race([answer, Promise.resolve('waits')])).toBe('waits');
      await media.app.clock.advance(1);
      const places = placesOf(await answer);
      const states = ['video_server_a', 'video_server_b'].map((kind) => on(places, kind)?.state);
      expect(states).toEqual(['unreachable', 'unreachable']);
    });
  });

  describe('who is told', () => {
    it('doc1 §4: nothing without an account of one’s own', async () => {
      giveFilm(numbers);
      expect(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`, media.ben))).toEqual([]);
      expect(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`, media.admin))).toEqual([]);
      expect(media.jellyfin.calls(JELLYFIN_CALLS.items)).toEqual([]);
    });

    it('security 12: nothing of a server that was taken away, and not while it answers either', async () => {
      const { ana, ben } = media;
      giveFilm(numbers);
      await media.grant('video_server_b', ben);
      expect(on(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`)), 'video_server_b')).toBeUndefined();
      expect(media.emby.calls(EMBY_CALLS.items)).toEqual([]);
      await media.grant('video_server_b', ana, ben);
      media.emby.route(EMBY_CALLS.items, async () => {
        await media.grant('video_server_b', ben);
        return { body: { Items: [], TotalRecordCount: 0 } };
      });
      const places = placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`));
      expect(places.map(({ service_type: kind }) => kind)).toEqual(['hub', 'video_server_a']);
      await media.grant('video_server_b', ana, ben);
    });

    it('doc1 §4: an invitation that waits is no account', async () => {
      const { ben, hub } = media;
      hub.given.invitation(BASEMENT, 'ben@example.org');
      await media.link(ben, 'hub', 'ben@example.org');
      expect(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`, ben))).toEqual([]);
      await media.admin.delete(media.accountPath(ben, 'hub'));
    });
  });

  describe('issue 43 E28: on a server behind the hub', () => {
    let server: PlexMediaServerFake;
    const TOKEN = 'planted-token-of-the-basement';
    const link = (key: string): string =>
      `https://hub.example/desktop/#!/server/${BASEMENT}/details?key=%2Flibrary%2Fmetadata%2F${key}`;

    beforeAll(async () => {
      server = await new PlexMediaServerFake(BASEMENT, media.app.secrets.plant('server token', TOKEN)).start();
    });

    afterAll(() => server.stop());

    /** The hub names this server at these addresses, by this token. */
    const register = (accessToken: string, ...urls: readonly string[]): void => {
      const libraries = [
        { id: 121_001, title: 'Movies', type: 'movie' },
        { id: 121_002, title: 'TV Shows', type: 'show' },
      ];
      const connections = urls.map((uri) => ({ uri }));
      const { hub, hubs } = media;
      hub.given.device({ machineIdentifier: BASEMENT, owner: hubs.mara, libraries, connections, accessToken });
    };
    const shareOf = () => media.hub.shares.of(BASEMENT).find(({ person }) => person?.id === 4_200_001);
    /** Asks, has the job read the server, and asks again. */
    const atHub = async (query: string): Promise<Place | undefined> => {
      await media.pass(5 * 60_000);
      await watch(query);
      await media.app.get(JobRunner).runNow(HUB_TITLES_JOB);
      return on(placesOf(await watch(query)), 'hub');
    };

    it('found once it was read, with the address of the title; the stored credential goes to the hub alone', async () => {
      register(TOKEN, 'https://127.0.0.1:1', server.url);
      const film = server.give({ type: 'movie', tmdbId: numbers });
      const series = server.give({ type: 'show', tvdbId: numbers });
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toEqual({
        instance_id: media.ids.hub,
        service_type: 'hub',
        name: 'Basement',
        state: 'found',
        url: link(film),
      });
      const asked = server.calls().length;
      expect(on(placesOf(await watch(`media_type=tv&tvdb_id=${numbers}`)), 'hub')?.url).toBe(link(series));
      expect(server.calls()).toHaveLength(asked);
      const tokens = new Set(server.calls().map(({ headers }) => headers['x-plex-token']));
      expect(tokens).toEqual(new Set([undefined, TOKEN]));
      expect(on(placesOf(await watch(`media_type=movie&tmdb_id=${numbers * 1_000}`)), 'hub')).toEqual({
        instance_id: media.ids.hub,
        ...HUB,
        state: 'missing',
      });
    });

    it('every page of a library is read', async () => {
      register(TOKEN, server.url);
      const keys = Array.from({ length: 401 }, (_, at) => server.give({ type: 'movie', tmdbId: 700_000 + at }));
      expect(await atHub('media_type=movie&tmdb_id=700400')).toMatchObject({ url: link(keys[400] ?? '') });
    });

    it('what the share of the caller does not cover is missing, and what its ratings hide is unverified', async () => {
      register(TOKEN, server.url);
      server.give({ type: 'movie', tmdbId: numbers, contentRating: 'R' });
      const share = shareOf();
      if (!share) throw new Error('nothing is shared');
      share.libraries = [121_002];
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'missing' });
      share.libraries = [121_001];
      share.settings = { ...share.settings, filterMovies: 'contentRating=G%2CPG' };
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'unverified' });
      share.settings = { ...share.settings, filterMovies: 'contentRating=PG%2CR' };
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'found' });
      Object.assign(share, { libraries: 'all', settings: { ...share.settings, filterMovies: '' } });
    });

    it('security 33: another machine at its address gets no token, nor does its own where the hub names the stored one', async () => {
      const other = await new PlexMediaServerFake('another-machine', TOKEN).start();
      register(TOKEN, other.url);
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'unverified' });
      expect(other.calls().map(({ path, headers }) => [path, headers['x-plex-token']])).toEqual([
        ['/identity', undefined],
      ]);
      server.forgetCalls();
      register('planted-hub-owner-token', server.url);
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'unverified' });
      expect(server.calls()).toEqual([]);
      await other.stop();
    });

    it('a server that can not be read in full says nothing of what is missing', async () => {
      register(TOKEN, server.url);
      server.rows.get('1')?.push({ ratingKey: '1', type: 'movie', title: 'Without ids' });
      const film = server.give({ type: 'movie', tmdbId: numbers });
      expect(await atHub(`media_type=movie&tmdb_id=${numbers * 1_000}`)).toMatchObject({ state: 'unverified' });
      expect(on(placesOf(await watch(`media_type=movie&tmdb_id=${numbers}`)), 'hub')?.url).toBe(link(film));
      server.fail(PLEX_SERVER_CALLS.titles, 500, Infinity);
      expect(await atHub(`media_type=movie&tmdb_id=${numbers * 1_000}`)).toMatchObject({ state: 'unverified' });
      server.recover();
    });

    it('issue 43 C14: a title is not missing in a library of which the hub does not say which shares cover it', async () => {
      register(TOKEN, server.url);
      server.give({ type: 'movie', tmdbId: numbers });
      const share = shareOf();
      if (!share) throw new Error('nothing is shared');
      share.libraries = [121_001];
      const librarySections = [null, { id: 121_002, key: 2, title: 'TV Shows', type: 'show' }];
      const body = { machineIdentifier: BASEMENT, name: 'Basement', librarySections };
      media.hub.fail(PLEX_CALLS.libraries, { body }, Infinity);
      expect(await atHub(`media_type=movie&tmdb_id=${numbers}`)).toMatchObject({ state: 'unverified' });
      media.hub.recover();
      share.libraries = 'all';
    });
  });

  it.each([
    ['media_type=film&tmdb_id=1', 'media_type must be movie or tv'],
    ['media_type=movie', 'tmdb_id or tvdb_id required'],
    ['media_type=movie&tmdb_id=x', 'invalid tmdb_id'],
  ])('doc3 §12.4: 400 for %s', async (query, error) => {
    expect(await watch(query)).toMatchObject({ status: 400, body: { error } });
  });
});
