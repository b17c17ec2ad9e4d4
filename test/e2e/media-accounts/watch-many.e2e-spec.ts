import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobRunner } from '../../../src/core/jobs/job-runner.js';
import { HUB_TITLES_JOB } from '../../../src/modules/media-accounts/watch/hub-titles.job.js';
import { EMBY_CALLS } from '../../fakes/emby/emby-fake.js';
import { JELLYFIN_CALLS } from '../../fakes/jellyfin/jellyfin-fake.js';
import { PlexMediaServerFake } from '../../fakes/plex/plex-media-server-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { BASEMENT } from '../../harness/hub-fixture.js';
import { damagePolicy, limitContent, ratedFilm } from '../../harness/kids-policy.js';
import type { MediaHousehold } from '../../harness/media-household.js';
import type { Session } from '../../harness/start-app.js';
import { LookupHousehold } from './lookup-household.js';

interface Place {
  readonly service_type: string;
  readonly state: string;
  readonly url?: string;
}

type Places = Readonly<Record<string, readonly Place[]>>;

interface Titles {
  readonly movies: Places;
  readonly series: Places;
}

const SERIES = 'GET /3/tv/:id';

describe('issue 46: GET /api/media-servers/watch/many', () => {
  let lookups: LookupHousehold;
  let media: MediaHousehold;
  /** Two ids that no other test has. */
  let one = 3_000;
  let two = 3_001;

  beforeAll(async () => {
    lookups = await LookupHousehold.open();
    media = lookups.media;
  });

  afterAll(() => lookups.close());

  beforeEach(() => {
    one += 10;
    two = one + 1;
  });

  afterEach(() => lookups.startOver());

  const watch = (query: string, session: Session = media.ana): Promise<Answer> =>
    session.get(`/api/media-servers/watch/many?${query}`);
  const titlesOf = ({ status, body, headers }: Answer): Titles => {
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    return body as Titles;
  };
  /** What each server says of a title. */
  const statesOf = (places: readonly Place[] = []): Readonly<Record<string, string>> =>
    Object.fromEntries(places.map(({ service_type: kind, state }) => [kind, state]));
  const calls = (): number =>
    media.jellyfin.calls(JELLYFIN_CALLS.items).length + media.emby.calls(EMBY_CALLS.items).length;
  const giveFilm = (tmdbId: number): void => {
    for (const { given } of [media.jellyfin, media.emby])
      given.item({ type: 'Movie', name: `Film ${tmdbId}`, year: 2024, tmdbId });
  };

  it('each title has what GET /api/media-servers/watch answers for it, and each server is asked once', async () => {
    giveFilm(one);
    media.jellyfin.given.item({ type: 'Series', name: 'Salt', tmdbId: one });
    const { movies, series } = titlesOf(await watch(`movies=${one},${two}&series=${one}`));
    expect(calls()).toBe(2);
    const single = async (query: string) => (await media.ana.get(`/api/media-servers/watch?${query}`)).body;
    expect(movies[one]).toEqual(await single(`media_type=movie&tmdb_id=${one}`));
    expect(movies[two]).toEqual(await single(`media_type=movie&tmdb_id=${two}`));
    expect(series[one]).toEqual(await single(`media_type=tv&tmdb_id=${one}`));
    expect(statesOf(movies[one])).toEqual({ hub: 'unverified', video_server_a: 'found', video_server_b: 'found' });
    expect(statesOf(series[one])).toMatchObject({ video_server_a: 'found', video_server_b: 'missing' });
  });

  it('what was read is told for three seconds', async () => {
    await watch(`movies=${one},${two}`);
    await watch(`movies=${one},${two}`);
    expect(calls()).toBe(2);
    await media.app.clock.advance(3_000);
    await watch(`movies=${one},${two}`);
    expect(calls()).toBe(4);
  });

  it.each([
    ['reset', 'unreachable'],
    [503, 'unreachable'],
    ['garbage', 'unverified'],
    [{ body: { Items: [null], TotalRecordCount: 1 } }, 'unverified'],
  ] as const)(
    'of a server that fails with %j each title is %s, none is missing, and others answer',
    async (fault, state) => {
      giveFilm(one);
      media.jellyfin.fail(JELLYFIN_CALLS.items, fault, Infinity);
      const { movies } = titlesOf(await watch(`movies=${one},${two}`));
      expect(statesOf(movies[one])).toMatchObject({ video_server_a: state, video_server_b: 'found' });
      expect(statesOf(movies[two])).toMatchObject({ video_server_a: state, video_server_b: 'missing' });
    },
  );

  it('a server has four seconds, both at once', async () => {
    media.jellyfin.fail(JELLYFIN_CALLS.items, 'timeout', Infinity);
    media.emby.fail(EMBY_CALLS.items, 'timeout', Infinity);
    const arrived = [media.jellyfin.nextCall(JELLYFIN_CALLS.items), media.emby.nextCall(EMBY_CALLS.items)];
    const answer = watch(`movies=${one}`);
    await Promise.all(arrived);
    await media.app.clock.advance(4_000);
    const { movies } = titlesOf(await answer);
    expect(statesOf(movies[one])).toMatchObject({ video_server_a: 'unreachable', video_server_b: 'unreachable' });
  });

  describe('a series that a server files by its id of TheTVDB alone', () => {
    beforeEach(() => {
      media.app.tmdb.given.series({ id: one, name: 'Salt', tvdb_id: one * 100 });
      media.jellyfin.given.item({ type: 'Series', name: 'Salt', tvdbId: one * 100 });
    });

    it('is found', async () => {
      const { series } = titlesOf(await watch(`series=${one}`));
      expect(statesOf(series[one])).toMatchObject({ video_server_a: 'found', video_server_b: 'missing' });
    });

    it('is not missing where the provider fails', async () => {
      media.app.tmdb.fail(SERIES, 500, Infinity);
      const { series } = titlesOf(await watch(`series=${one}`));
      expect(statesOf(series[one])).toMatchObject({ video_server_a: 'unverified', video_server_b: 'unverified' });
    });

    it('is waited for two seconds where the provider is slow', async () => {
      media.app.tmdb.fail(SERIES, 'timeout', Infinity);
      const arrived = media.app.tmdb.nextCall(SERIES);
      const answer = watch(`series=${one}&movies=${two}`);
      await arrived;
      await media.app.clock.advance(2_000);
      const { movies, series } = titlesOf(await answer);
      expect(statesOf(series[one])).toMatchObject({ video_server_a: 'unverified', video_server_b: 'unverified' });
      expect(statesOf(movies[two])).toMatchObject({ video_server_a: 'missing', video_server_b: 'missing' });
      await media.app.clock.advance(10_000);
    });
  });

  it('issue 43 E28: titles on a server behind the hub come from what was read of it, without a call', async () => {
    const token = media.app.secrets.plant('server token', 'planted-token-of-many');
    const server = await new PlexMediaServerFake(BASEMENT, token).start();
    const libraries = [
      { id: 121_001, title: 'Movies', type: 'movie' },
      { id: 121_002, title: 'TV Shows', type: 'show' },
    ];
    const connections = [{ uri: server.url }];
    const { hub, hubs } = media;
    hub.given.device({ machineIdentifier: BASEMENT, owner: hubs.mara, libraries, connections, accessToken: token });
    const key = server.give({ type: 'movie', tmdbId: one });
    // What could not be read before rests for a while.
    await media.pass(5 * 60_000);
    await watch(`movies=${one},${two}`);
    await media.app.get(JobRunner).runNow(HUB_TITLES_JOB);
    const asked = server.calls().length;
    const { movies } = titlesOf(await watch(`movies=${one},${two}`));
    const atHub = (places: readonly Place[] = []) => places.find(({ service_type: kind }) => kind === 'hub');
    expect(atHub(movies[one])).toMatchObject({ state: 'found', url: expect.stringContaining(`metadata%2F${key}`) });
    expect(atHub(movies[two])).toMatchObject({ state: 'missing' });
    expect(server.calls()).toHaveLength(asked);
    await server.stop();
  });

  describe('who is told', () => {
    it('doc1 §4: nothing of servers without an account of one’s own, and nobody is asked', async () => {
      giveFilm(one);
      const nothing = { movies: { [one]: [] }, series: { [two]: [] } };
      for (const session of [media.ben, media.admin])
        expect(titlesOf(await watch(`movies=${one}&series=${two}`, session))).toEqual(nothing);
      expect([calls(), media.app.tmdb.calls().length]).toEqual([0, 0]);
      expect((await media.app.http.get(`/api/media-servers/watch/many?movies=${one}`)).status).toBe(401);
    });

    it('security 12: nothing of a server that was taken away while it answered', async () => {
      const { ana, ben } = media;
      media.emby.route(EMBY_CALLS.items, async () => {
        await media.grant('video_server_b', ben);
        return { body: { Items: [], TotalRecordCount: 0 } };
      });
      const { movies } = titlesOf(await watch(`movies=${one}`));
      expect(Object.keys(statesOf(movies[one]))).toEqual(['hub', 'video_server_a']);
      await media.grant('video_server_b', ana, ben);
    });
  });

  describe('security 19: a child', () => {
    let kid: Session;

    beforeAll(async () => {
      const { app, jellyfin } = media;
      kid = await app.invite('kid');
      await media.grant('video_server_a', media.ana, media.ben, kid);
      await media.link(kid, 'video_server_a', jellyfin.given.account({ name: 'kid' }).id);
    });

    beforeEach(async () => {
      await limitContent(media.admin, kid);
      const { given } = media.app.tmdb;
      given.film({ id: one, title: 'Mild', ...ratedFilm('PG') });
      given.film({ id: two, title: 'Too much', ...ratedFilm('R') });
      giveFilm(one);
      giveFilm(two);
    });

    it('is told nothing of titles outside of its limits, or that nobody knows', async () => {
      const { movies, series } = titlesOf(await watch(`movies=${one},${two}&series=404404`, kid));
      expect([Object.keys(movies), Object.keys(series)]).toEqual([[String(one)], []]);
      expect(statesOf(movies[one])).toEqual({ video_server_a: 'found' });
    });

    it.each([
      ['the ratings can not be looked up', 500],
      ['the provider gives an answer that nobody can read', 'garbage'],
    ] as const)('gets 503 where %s, and no server is asked', async (_, fault) => {
      media.app.tmdb.fail('GET /3/movie/:id', fault, Infinity);
      const error = 'content limits cannot be checked, retry shortly';
      expect(await watch(`movies=${one},${two}`, kid)).toMatchObject({ status: 503, body: { error } });
      expect(calls()).toBe(0);
    });

    it('gets 503 where its limits were replaced while a server answered', async () => {
      media.jellyfin.route(JELLYFIN_CALLS.items, async () => {
        await limitContent(media.admin, kid, { max_movie_rating: 'G' });
        return { body: { Items: [], TotalRecordCount: 0 } };
      });
      expect((await watch(`movies=${one}`, kid)).status).toBe(503);
    });

    it('gets 503 where its policy can not be read', async () => {
      await damagePolicy(media.app, kid);
      expect((await watch(`movies=${one}`, kid)).status).toBe(503);
      expect(calls()).toBe(0);
    });
  });

  it.each([
    ['', 'title_ids_required'],
    ['movies=1,x', 'not_ids'],
    [`series=${Array(41).fill('7').join(',')}`, 'too_many_ids'],
  ])('security 7: 400 for %s', async (query, code) => {
    expect(await watch(query)).toMatchObject({ status: 400, body: { code } });
    expect(calls()).toBe(0);
  });
});
