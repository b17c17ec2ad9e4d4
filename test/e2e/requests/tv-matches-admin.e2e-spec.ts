import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { TvMatchesService } from '../../../src/modules/series-matching/matches/tv-matches.service.js';
import { TvMatchChanged } from '../../../src/modules/series-matching/series-matching.public.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp } from '../../harness/start-app.js';
import { SeriesHousehold, type Show } from './series-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const DETAIL = 'GET /3/tv/:id';
const LIST = 'GET /api/v3/series';
const LOOKUP = 'GET /api/v3/series/lookup';

interface View {
  readonly match: Readonly<Record<string, unknown>> & { readonly revision: string };
  readonly source_seasons: readonly number[] | null;
  readonly target_seasons: readonly number[] | null;
  readonly instance_id?: string;
}

interface Listed {
  readonly matches: readonly { readonly tmdb_id: number }[];
  readonly next_before?: number;
}

describe('what administrators see of matches and decide', () => {
  let household: SeriesHousehold;
  let changed: number[];

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
    household.app.get(EventBus).on(TvMatchChanged, ({ tmdbId }) => void changed.push(tmdbId));
    changed = [];
  });

  afterEach(() => {
    household.app.tmdb.recover();
    household.app.sonarr.recover();
    changed = [];
  });

  afterAll(() => household.close());

  const path = (tmdbId: number): string => `/api/admin/tv-matches/${tmdbId}`;
  const get = (tmdbId: number, query = ''): Promise<Answer> => household.admin.get(path(tmdbId) + query);
  const view = async (tmdbId: number): Promise<View> => (await get(tmdbId)).body as View;
  const put = (tmdbId: number, body: object): Promise<Answer> => household.admin.put(path(tmdbId), body);
  const reset = (tmdbId: number): Promise<Answer> => household.admin.delete(path(tmdbId));

  /** Decides by the revision of this moment. */
  const decide = async (tmdbId: number, body: object): Promise<Answer> =>
    put(tmdbId, { revision: (await view(tmdbId)).match.revision, ...body });

  const silence = (): void => {
    household.app.tmdb.fail(DETAIL, 'reset', Infinity);
    household.app.sonarr.fail(LIST, 'reset', Infinity);
    household.app.sonarr.fail(LOOKUP, 'reset', Infinity);
  };

  /** A series and another one of the library's catalog that it may be matched with. */
  const pair = (): { readonly show: Show; readonly other: Show } => ({
    show: household.show(),
    other: household.show(),
  });

  describe('one match', () => {
    it('doc4 §1.14: is shown with both sides, the library’s from its lookup while it has no such series', async () => {
      const { tmdbId, tvdbId } = household.show({ title: 'Harbor', seasons: { 0: 1, 1: 3, 2: 3 } });
      const answer = await get(tmdbId);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          match: {
            tmdb_id: tmdbId,
            title: 'Harbor',
            tvdb_id: tvdbId,
            target_title: 'Harbor',
            season_map: { 1: 1, 2: 2 },
            provenance: 'metadata',
            revision: expect.stringMatching(/^[0-9a-f]{24}$/),
            state: 'resolved',
          },
          source_seasons: [1, 2],
          target_seasons: [1, 2],
          instance_id: household.library,
        },
      ]);
    });

    it('doc4 §1.14: whether the provider or the library is silent is distinguished', async () => {
      const known = household.show();
      const { tmdbId } = household.show({ atProvider: { tvdb_id: null } });
      const { tmdbId: unreadable } = household.show({ atProvider: { tvdb_id: null } });
      household.app.sonarr.fail(LOOKUP, 'reset', 1);
      const message = 'The library can not be asked for now which series this is.';
      expect(await view(tmdbId)).toMatchObject({ match: { state: 'unresolved', message }, source_seasons: [1, 2] });
      household.app.sonarr.fail(LOOKUP, 'garbage', 1);
      expect(await view(unreadable)).toMatchObject({ match: { state: 'unresolved', message } });
      household.app.tmdb.fail(DETAIL, 'garbage', 2);
      expect(await view(known.tmdbId)).toMatchObject({
        match: { message: 'It can not be found out for now which series this is.' },
      });
    });

    it('doc4 §1.14: the library’s own record says what it is and which seasons it has', async () => {
      const { tmdbId, tvdbId } = household.show();
      const { id } = household.app.sonarr.given.series({ tvdbId, title: 'Held' });
      expect(await view(tmdbId)).toMatchObject({ match: { series_id: id }, target_seasons: [1, 2] });
    });

    it('doc4 §1.14: the reason for a missing match is shown as text', async () => {
      const { tmdbId } = household.show({ title: 'Lonely', atProvider: { tvdb_id: null, name: 'Nobody knows' } });
      household.app.sonarr.given.catalog([{ tvdbId: tmdbId + 100_000, tmdbId: 0, title: 'Else' }]);
      expect(await view(tmdbId)).toMatchObject({
        match: { state: 'unresolved', message: 'The library knows no such series.', season_map: {} },
        source_seasons: [1, 2],
        target_seasons: [],
      });
    });

    it('doc4 §1.14: stays readable while no system answers; unknown members are null', async () => {
      const { tmdbId } = household.show();
      silence();
      const { status, body } = await get(tmdbId);
      expect([status, body]).toMatchObject([
        200,
        {
          match: { state: 'unresolved', message: 'It can not be found out for now which series this is.' },
          source_seasons: null,
          target_seasons: [],
        },
      ]);
    });

    it('doc4 §1.14: with its library down it is shown without the library’s side', async () => {
      const { tmdbId, tvdbId } = household.show();
      household.app.sonarr.fail(LIST, 'reset', Infinity);
      expect(await view(tmdbId)).toMatchObject({ match: { tvdb_id: tvdbId }, target_seasons: null });
    });

    it('doc4 §1.10: an unknown series is 404, an unknown library 400, a bad id 400', async () => {
      expect((await get(870_000)).status).toBe(404);
      expect((await get(household.show().tmdbId, '?instance_id=none')).status).toBe(400);
      const bad = await household.admin.get('/api/admin/tv-matches/0');
      expect([bad.status, bad.body]).toEqual([400, refusedWith('invalid tmdb id')]);
    });

    it('doc4 §1.14: is seen through the library that is named', async () => {
      const { tmdbId, tvdbId } = household.show();
      const { id, sonarr } = await household.addLibrary({ sort_order: 1 });
      sonarr.given.catalog([{ tvdbId, title: 'As it is called there', seasons: { 1: 2, 5: 2 } }]);
      expect((await get(tmdbId, `?instance_id=${id}`)).body).toMatchObject({
        match: { target_title: 'As it is called there' },
        target_seasons: [1, 5],
        instance_id: id,
      });
    });
  });

  describe('a custom match', () => {
    it('doc4 §1.14: holds from the next question on, with a revision of its own', async () => {
      const { show, other } = pair();
      const before = await view(show.tmdbId);
      const answer = await decide(show.tmdbId, { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 2: '1' } });
      expect([answer.status, answer.body]).toMatchObject([
        200,
        {
          match: { tvdb_id: other.tvdbId, season_map: { 2: 1 }, provenance: 'custom', state: 'resolved' },
          source_seasons: [1, 2],
          target_seasons: [1, 2],
        },
      ]);
      const after = await view(show.tmdbId);
      expect(after).toEqual(answer.body);
      expect(after.match.revision).not.toBe(before.match.revision);
      expect(changed).toEqual([show.tmdbId]);
      expect(await household.app.get(TvMatchesService).match(show.tmdbId, household.library)).toMatchObject({
        tvdbId: other.tvdbId,
        seasons: new Map([[2, 1]]),
        revision: after.match.revision,
      });
    });

    it('doc4 §1.14: by a revision of yesterday nothing is decided', async () => {
      const { show, other } = pair();
      const { revision } = (await view(show.tmdbId)).match;
      const body = { revision, mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1 } };
      expect((await put(show.tmdbId, body)).status).toBe(200);
      const late = await put(show.tmdbId, { revision, mode: 'paused' });
      expect([late.status, late.body]).toMatchObject([409, { code: 'tv_match_changed' }]);
      expect((await view(show.tmdbId)).match).toMatchObject({ state: 'resolved', tvdb_id: other.tvdbId });
      expect(changed).toEqual([show.tmdbId]);
    });

    it('doc4 §1.14: one of two simultaneous changes is refused with 409', async () => {
      const { show } = pair();
      const { revision } = (await view(show.tmdbId)).match;
      const map = (season_map: object) => ({ revision, mode: 'custom', tvdb_id: show.tvdbId, season_map });
      const both = await Promise.all([put(show.tmdbId, map({ 1: 2 })), put(show.tmdbId, map({ 1: 1 }))]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('doc4 §1.14, §1.10: a target or a season that is unknown is refused, and nothing is kept', async () => {
      const { show, other } = pair();
      const custom = (fields: object) =>
        decide(show.tmdbId, { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1 }, ...fields });
      const missing = await custom({ tvdb_id: 123 });
      expect([missing.status, missing.body]).toMatchObject([409, { code: 'tv_target_missing' }]);
      const unmapped = await custom({ season_map: { 1: 7 } });
      expect([unmapped.status, unmapped.body]).toMatchObject([409, { code: 'tv_seasons_unmapped' }]);
      const unlisted = await custom({ season_map: { 9: 1 } });
      expect([unlisted.status, unlisted.body]).toEqual([
        400,
        { error: 'the series has no season 9', code: 'seasons_unknown', params: { seasons: '9' } },
      ]);
      expect((await custom({ season_map: { 1: 1, 2: 1 } })).status).toBe(400);
      expect((await custom({ season_map: { 0: 1 } })).status).toBe(400);
      expect((await custom({ note: 'x' })).status).toBe(400);
      expect((await view(show.tmdbId)).match).toMatchObject({ provenance: 'metadata' });
      expect(changed).toEqual([]);
    });

    it('doc4 §1.10: it can’t be made while one of the two sides can’t be asked', async () => {
      const { show, other } = pair();
      const body = { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1 } };
      const { revision } = (await view(show.tmdbId)).match;
      household.app.sonarr.fail(LIST, 'reset', Infinity);
      expect((await put(show.tmdbId, { ...body, revision })).status).toBe(503);
      expect(changed).toEqual([]);
    });
  });

  describe('a pause', () => {
    it('doc4 §1.14: is a state of its own, and its end brings the former revision back', async () => {
      const { tmdbId } = household.show();
      const before = await view(tmdbId);
      const paused = await decide(tmdbId, { mode: 'paused' });
      expect([paused.status, paused.body]).toMatchObject([
        200,
        { match: { state: 'paused', provenance: 'custom', message: 'An administrator holds this series back.' } },
      ]);
      const resumed = await decide(tmdbId, { mode: 'default' });
      expect([resumed.status, resumed.body]).toEqual([200, before]);
      expect(changed).toEqual([tmdbId, tmdbId]);
    });

    it('doc4 §1.14: a series can be paused while no system answers', async () => {
      const { tmdbId } = household.show();
      silence();
      const paused = await decide(tmdbId, { mode: 'paused', tvdb_id: 0, season_map: {} });
      expect([paused.status, paused.body]).toMatchObject([200, { match: { state: 'paused' }, source_seasons: null }]);
    });

    it('doc4 §1.14: keeps its target for the end of the pause', async () => {
      const { show, other } = pair();
      const paused = await decide(show.tmdbId, { mode: 'paused', tvdb_id: other.tvdbId, season_map: { 1: 2 } });
      expect(paused.body).toMatchObject({ match: { state: 'paused', tvdb_id: other.tvdbId, season_map: { 1: 2 } } });
    });
  });

  describe('going back', () => {
    it('doc4 §1.14: removes the correction, and answers the current match', async () => {
      const { show, other } = pair();
      const before = await view(show.tmdbId);
      await decide(show.tmdbId, { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 1 } });
      const back = await reset(show.tmdbId);
      expect([back.status, back.body]).toEqual([200, before]);
      expect(changed).toEqual([show.tmdbId, show.tmdbId]);
      expect((await reset(show.tmdbId)).status).toBe(200);
      expect(changed).toHaveLength(2);
    });
  });

  it('doc4 §1.1: the list holds what administrators have decided, by the series’ id from the highest down', async () => {
    const { show, other } = pair();
    await decide(show.tmdbId, { mode: 'custom', tvdb_id: other.tvdbId, season_map: { 1: 2 } });
    await household.app.clock.advance(1_000);
    await decide(other.tmdbId, { mode: 'paused' });
    silence();
    const answer = await household.admin.get('/api/admin/tv-matches');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).not.toHaveProperty('next_before');
    const { matches } = answer.body as { matches: readonly object[] };
    expect(matches.slice(0, 2)).toMatchObject([
      { tmdb_id: other.tmdbId, state: 'paused' },
      { tmdb_id: show.tmdbId, tvdb_id: other.tvdbId, season_map: { 1: 2 }, provenance: 'custom', state: 'resolved' },
    ]);
  });

  it('doc4 §1.1: the list continues at next_before until its end', async () => {
    const ids = [household.show(), household.show(), household.show()].map(({ tmdbId }) => tmdbId).reverse();
    for (const tmdbId of ids) await decide(tmdbId, { mode: 'paused' });
    const read = async (query: string) => (await household.admin.get(`/api/admin/tv-matches${query}`)).body as Listed;
    const idsOf = ({ matches }: Listed) => matches.map(({ tmdb_id }) => tmdb_id);
    const [top = 0, middle = 0, bottom = 0] = ids;
    const first = await read(`?before=${top + 1}&limit=2`);
    expect([idsOf(first), first.next_before]).toEqual([[top, middle], middle]);
    expect(idsOf(await read(`?before=${middle}&limit=1`))).toEqual([bottom]);
    const all = idsOf(await read(''));
    const last = await read(`?before=${middle}&limit=500`);
    expect(idsOf(last)).toEqual(all.filter((tmdbId) => tmdbId < middle));
    expect(last).not.toHaveProperty('next_before');
    const exact = await read(`?limit=${all.length}`);
    expect(exact).not.toHaveProperty('next_before');
  });

  it.each([
    ['?limit=0', 'limit must be 1 to 500'],
    ['?limit=501', 'limit must be 1 to 500'],
    ['?limit=x', 'limit must be 1 to 500'],
    ['?before=-1', 'before must be the id of a series'],
    ['?before=1&before=2', 'before must be the id of a series'],
  ])('doc4 §1.1: a list of %s is refused', async (query, error) => {
    const { status, body } = await household.admin.get(`/api/admin/tv-matches${query}`);
    expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
  });

  describe('candidates', () => {
    const search = (query: string): Promise<Answer> => household.admin.get(`/api/admin/tv-matches/candidates${query}`);

    it('doc4 §1.1: are what the library’s lookup finds, with its regular seasons and what it holds', async () => {
      household.app.sonarr.given.catalog([
        { tvdbId: 31, title: 'Lantern One', year: 2001, seasons: { 0: 1, 2: 1, 1: 1 } },
      ]);
      const { id } = household.app.sonarr.given.series({ tvdbId: 32, tmdbId: 77, title: 'Lantern Two', year: 2002 });
      const answer = await search('?q=lantern');
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          candidates: [
            { tvdb_id: 31, title: 'Lantern One', year: 2001, seasons: [1, 2] },
            { tvdb_id: 32, tmdb_id: 77, title: 'Lantern Two', year: 2002, seasons: [1], series_id: id },
          ],
        },
      ]);
    });

    it('doc4 §1.1: are at most fifty', async () => {
      const many = Array.from({ length: 51 }, (_, at) => ({ tvdbId: 500 + at, title: `Crowd ${at}` }));
      household.app.sonarr.given.catalog(many);
      expect(((await search('?q=crowd')).body as { candidates: unknown[] }).candidates).toHaveLength(50);
    });

    it.each(['', '?q=', '?q=%20', `?q=${'x'.repeat(201)}`, '?q=a&q=b', '?q=a&instance_id=none'])(
      'doc4 §1.1: %s is refused',
      async (query) => {
        expect((await search(query)).status).toBe(400);
      },
    );

    it('doc4 §1.10: a library that can’t be asked is 503, one with a malformed answer 502', async () => {
      household.app.sonarr.fail(LOOKUP, 503);
      expect((await search('?q=lantern')).status).toBe(503);
      household.app.sonarr.fail(LOOKUP, 'garbage');
      expect((await search('?q=lantern')).status).toBe(502);
    });

    it('issue 43 C14, security 39: lack a row alone that can’t be read, and are unknown where none can be', async () => {
      const ODD = { tvdbId: 34, seasons: 5 };
      household.app.sonarr.fail(LOOKUP, { body: [ODD, { tvdbId: 33, title: 'Lantern Three', seasons: [] }] });
      expect((await search('?q=lantern')).body).toMatchObject({ candidates: [{ tvdb_id: 33 }] });
      household.app.sonarr.fail(LOOKUP, { body: [ODD] });
      expect((await search('?q=lantern')).status).toBe(503);
    });
  });

  it('doc4 §1.14: a household without a library of series can read and pause matches, and set no target', async () => {
    const app = await startApp({ isReusable: true });
    try {
      const admin = await app.setUpAdmin();
      app.tmdb.given.series({ id: 5, name: 'Harbor', tvdb_id: 50 });
      const seen = (await admin.get(path(5))).body as View;
      expect(seen).toMatchObject({ match: { tvdb_id: 50, state: 'resolved' }, target_seasons: null });
      expect(seen).not.toHaveProperty('instance_id');
      const { revision } = seen.match;
      const custom = { revision, mode: 'custom', tvdb_id: 50, season_map: { 1: 1 } };
      expect((await admin.put(path(5), custom)).status).toBe(400);
      expect((await admin.put(path(5), { revision, mode: 'paused' })).status).toBe(200);
    } finally {
      await app.close();
    }
  });
});
