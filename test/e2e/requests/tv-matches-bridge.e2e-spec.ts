import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { AppError } from '../../../src/core/errors/app-error.js';
import { UpstreamError } from '../../../src/core/errors/upstream-error.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { InstanceChanged, InstanceRemoved } from '../../../src/modules/instances/instances.public.js';
import { TvdbCacheRow } from '../../../src/modules/series-matching/rows.js';
import { TvMatchResolverService } from '../../../src/modules/series-matching/matches/tv-match-resolver.service.js';
import { TvMatchesService } from '../../../src/modules/series-matching/matches/tv-matches.service.js';
import { TvMatchChanged } from '../../../src/modules/series-matching/series-matching.public.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { errorOf } from '../../harness/error-of.js';
import { refuseInserts } from '../../harness/refused-inserts.js';
import { SeriesHousehold } from './series-household.js';

const LOOKUP = 'GET /api/v3/series/lookup';
const DETAIL = 'GET /3/tv/:id';
const MISS_MS = 60_000;
const MONTH_MS = 30 * 86_400_000;
const NO_ID = { atProvider: { tvdb_id: null } };

describe('which series of the library’s catalog is meant', () => {
  let household: SeriesHousehold;
  let matches: TvMatchesService;
  let shows = 880_000;

  beforeAll(async () => {
    household = await SeriesHousehold.open({ isReusable: true });
    matches = household.app.get(TvMatchesService);
  });

  afterEach(() => {
    household.app.tmdb.recover();
    household.app.sonarr.recover();
  });

  afterAll(() => household.close());

  const match = (tmdbId: number) => matches.match(tmdbId, household.library);
  const cached = (tmdbId: number) => household.app.get(Database).read((tx) => tx.findOneBy(TvdbCacheRow, { tmdbId }));
  const statement = (sql: string) => household.app.get(Database).write((tx) => tx.query(sql));
  const titles = (): readonly unknown[] => household.app.sonarr.calls(LOOKUP).map(({ query }) => query.term);

  /** A title was found this long ago. */
  async function found(tmdbId: number, { tvdbId, age }: { tvdbId: number; age: number }): Promise<void> {
    const row = { tmdbId, tvdbId, source: 'title' as const, cachedAt: household.app.clock.now() - age };
    await household.app.get(Database).write((tx) => tx.upsert(TvdbCacheRow, row, ['tmdbId']));
  }

  /** A series that the provider knows without an id, and what the library's lookup finds for its title. */
  function unnamed(title: string, ...catalog: readonly { tmdbId?: number; title?: string; year?: number }[]) {
    const tmdbId = ++shows;
    household.app.tmdb.given.series({ id: tmdbId, name: title, first_air_date: '2015-01-01', tvdb_id: null });
    const known = catalog.map((show, at) => ({ tvdbId: tmdbId * 10 + at, title, year: 2015, ...show }));
    household.app.sonarr.given.catalog(known);
    household.app.sonarr.forgetCalls();
    return { tmdbId, tvdbIds: known.map(({ tvdbId }) => tvdbId) };
  }

  it('doc4 §1.14, order 3: the provider’s own id is taken, and the library isn’t asked', async () => {
    const { tmdbId, tvdbId } = household.show({ title: 'Harbor' });
    household.app.sonarr.forgetCalls();
    expect(await match(tmdbId)).toMatchObject({
      tmdbId,
      tvdbId,
      title: 'Harbor',
      seasons: 'same',
      provenance: 'metadata',
      state: 'resolved',
      problem: null,
    });
    expect(household.app.sonarr.calls()).toEqual([]);
  });

  it('doc4 §1.14, order 3: else what the library’s metadata know by our id is taken, whatever it is called', async () => {
    const { tmdbId } = household.show({ ...NO_ID, title: 'Signal' });
    household.app.sonarr.given.catalog([{ tvdbId: 4_001, tmdbId, title: 'Another name', year: 1999 }]);
    household.app.sonarr.forgetCalls();
    const two = await match(tmdbId);
    expect(two).toMatchObject({ state: 'unresolved', problem: 'tv_match_ambiguous', tvdbId: null });
    const only = unnamed('Named by id', { tmdbId: shows + 1, title: 'Unlike', year: 1990 });
    expect(await match(only.tmdbId)).toMatchObject({ tvdbId: only.tvdbIds[0], provenance: 'metadata' });
    expect(titles()).toEqual([`tmdb:${only.tmdbId}`]);
  });

  it('doc4 §1.14, order 4: else the only one of that title and year, give or take a year', async () => {
    const near = unnamed('The Long Way', { title: 'the LONG way!', year: 2016 }, { title: 'The Long Way Home' });
    expect(await match(near.tmdbId)).toMatchObject({ tvdbId: near.tvdbIds[0], provenance: 'title', seasons: 'same' });
    const far = unnamed('The Short Way', { year: 2017 });
    expect(await match(far.tmdbId)).toMatchObject({ state: 'unresolved', problem: 'tv_target_missing' });
  });

  it('doc4 §1.14, order 4: a series is found by its title in its own language too', async () => {
    const { tmdbId, tvdbIds } = unnamed('Relais du Nord', {});
    household.app.tmdb.given.series({
      id: tmdbId,
      name: 'Northern Relay',
      original_name: 'Relais du Nord',
      first_air_date: '2015-01-01',
      tvdb_id: null,
    });
    expect(await match(tmdbId)).toMatchObject({ tvdbId: tvdbIds[0], provenance: 'title', title: 'Northern Relay' });
  });

  it('doc4 §1.14, order 4: two of one title and year are ambiguous, none is a missing target', async () => {
    const twins = unnamed('Twins', {}, { year: 2014 });
    expect(await match(twins.tmdbId)).toMatchObject({ problem: 'tv_match_ambiguous', provenance: 'default' });
    const none = unnamed('Nobody has it');
    expect(await match(none.tmdbId)).toMatchObject({ problem: 'tv_target_missing', provenance: 'default' });
  });

  it('doc4 §1.14, order 4: a title without letters or digits is not looked for', async () => {
    const { tmdbId } = unnamed('…', { title: '…' });
    expect(await match(tmdbId)).toMatchObject({ problem: 'tv_target_missing' });
    expect(titles()).toEqual([`tmdb:${tmdbId}`]);
  });

  it('doc4 §1.14: what was found is kept with its source', async () => {
    const { tmdbId, tvdbIds } = unnamed('Kept', {});
    await match(tmdbId);
    expect(await cached(tmdbId)).toEqual({
      tmdbId,
      tvdbId: tvdbIds[0],
      source: 'title',
      cachedAt: household.app.clock.now(),
      seasonsDifferSince: null,
    });
  });

  it('doc4 §1.14: a finding holds for 30 days, and is then replaced', async () => {
    const { tmdbId, tvdbId } = household.show();
    await found(tmdbId, { tvdbId: 5_005, age: MONTH_MS - 1 });
    expect(await match(tmdbId)).toMatchObject({ tvdbId: 5_005, provenance: 'title' });
    await household.app.clock.advance(1);
    expect(await match(tmdbId)).toMatchObject({ tvdbId, provenance: 'metadata' });
    const cachedAt = household.app.clock.now();
    expect(await cached(tmdbId)).toMatchObject({ tmdbId, tvdbId, source: 'metadata', cachedAt });
  });

  it('doc4 §1.14: an expired finding is not trusted while no system can be asked', async () => {
    const { tmdbId } = household.show();
    household.app.tmdb.fail(DETAIL, 503, Infinity);
    await found(tmdbId, { tvdbId: 5_006, age: MONTH_MS - 1 });
    expect(await match(tmdbId)).toMatchObject({ tvdbId: 5_006, state: 'resolved' });
    await found(tmdbId, { tvdbId: 5_006, age: MONTH_MS });
    expect(await errorOf(match(tmdbId))).toMatchObject({ code: 'tv_metadata_unavailable' });
  });

  it('doc4 §1.14: that nothing was found is believed for a minute, and not stored', async () => {
    const { tmdbId } = unnamed('Comes later');
    expect(await match(tmdbId)).toMatchObject({ problem: 'tv_target_missing' });
    expect(await cached(tmdbId)).toBeNull();
    const asked = titles().length;
    household.app.sonarr.given.catalog([{ tvdbId: 6_001, title: 'Comes later', year: 2015 }]);
    await household.app.clock.advance(MISS_MS - 1);
    expect(await match(tmdbId)).toMatchObject({ problem: 'tv_target_missing', title: 'Comes later' });
    expect(titles()).toHaveLength(asked);
    await household.app.clock.advance(1);
    expect(await match(tmdbId)).toMatchObject({ tvdbId: 6_001, provenance: 'title' });
  });

  it('doc4 §1.14: a miss is one library’s, and another one is asked for itself', async () => {
    const { tmdbId } = unnamed('Elsewhere');
    const { id, sonarr } = await household.addLibrary({ sort_order: 9 });
    await match(tmdbId);
    sonarr.given.catalog([{ tvdbId: 6_002, title: 'Elsewhere', year: 2015 }]);
    expect(await matches.match(tmdbId, id)).toMatchObject({ tvdbId: 6_002 });
  });

  it('doc4 §1.14: no failure is remembered', async () => {
    const { tmdbId, tvdbIds } = unnamed('Back soon', {});
    household.app.sonarr.fail(LOOKUP, 503);
    expect(await errorOf(match(tmdbId))).toMatchObject({ code: 'library_unreadable' });
    expect(await match(tmdbId)).toMatchObject({ tvdbId: tvdbIds[0] });
  });

  it.each([
    ['an instance', () => new InstanceChanged(household.library)],
    ['a removed instance', () => new InstanceRemoved('tv_manager-none')],
  ])('doc4 §1.14: a miss is forgotten with a change of %s', async (_what, event) => {
    const { tmdbId } = unnamed(`Asked again ${shows}`);
    await match(tmdbId);
    const asked = titles().length;
    await household.app.get(EventBus).publish(event());
    await match(tmdbId);
    expect(titles()).toHaveLength(2 * asked);
  });

  it('issue 43: a miss stays remembered whichever match changes, its own too: what managers know is the same', async () => {
    const { tmdbId } = unnamed(`Still unknown ${shows}`);
    await match(tmdbId);
    const asked = titles().length;
    for (const changed of [1, tmdbId]) await household.app.get(EventBus).publish(new TvMatchChanged(changed));
    await match(tmdbId);
    expect(titles()).toHaveLength(asked);
  });

  it('doc4 §1.14: simultaneous callers share one search', async () => {
    const { tmdbId, tvdbIds } = unnamed('Asked by many', {});
    const allAsk = manualPromise();
    const bridge = household.app.get(TvMatchResolverService);
    const find = bridge.find.bind(bridge);
    let asking = 0;
    const counted = vi.spyOn(bridge, 'find').mockImplementation((...about) => {
      if (++asking === 8) allAsk.resolve();
      return find(...about);
    });
    household.app.sonarr.meanwhile(LOOKUP, () => allAsk.promise);
    const answers = await Promise.all(Array.from({ length: 8 }, () => match(tmdbId)));
    expect(answers.map(({ tvdbId }) => tvdbId)).toEqual(Array.from({ length: 8 }, () => tvdbIds[0]));
    expect(titles()).toEqual([`tmdb:${tmdbId}`, 'Asked by many']);
    counted.mockRestore();
  });

  it('doc4 §1.14: the bundled anthology is matched while no system can be asked', async () => {
    household.app.tmdb.fail(DETAIL, 'reset', Infinity);
    household.app.sonarr.fail(LOOKUP, 'reset', Infinity);
    expect(await match(286_801)).toMatchObject({
      tvdbId: 389_492,
      seasons: new Map([[1, 3]]),
      provenance: 'bundled',
      state: 'resolved',
    });
  });

  it('doc4 §1.10: a series that the provider affirms not to exist is 404', async () => {
    expect(await errorOf(match(879_999))).toMatchObject({ code: 'series_not_found', status: 404 });
  });

  it.each(['reset', 503, 401] as const)(
    'doc4 §1.10: a provider that fails by %s is 503 with its code',
    async (fault) => {
      const { tmdbId } = household.show();
      household.app.tmdb.fail(DETAIL, fault, Infinity);
      const error = await errorOf(match(tmdbId));
      expect(error).toMatchObject({ status: 503, code: 'tv_metadata_unavailable' });
    },
  );

  it('doc4 §1.10: a provider that answers nonsense is 502', async () => {
    const { tmdbId } = household.show();
    household.app.tmdb.fail(DETAIL, 'garbage', Infinity);
    const error = await errorOf(match(tmdbId));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ status: 502 });
  });

  it.each(['reset', 503, 401] as const)(
    'doc4 §1.10: a library that fails by %s when it is needed is 503',
    async (fault) => {
      const { tmdbId } = unnamed('Unreachable', {});
      household.app.sonarr.fail(LOOKUP, fault, Infinity);
      expect(await errorOf(match(tmdbId))).toMatchObject({ code: 'library_unreadable', status: 503 });
    },
  );

  it('doc4 §1.10: a library that answers nonsense is an upstream’s fault, 502 on the wire', async () => {
    const { tmdbId } = unnamed('Nonsense', {});
    household.app.sonarr.fail(LOOKUP, 'garbage', Infinity);
    expect(await errorOf(match(tmdbId))).toBeInstanceOf(UpstreamError);
  });

  describe('issue 43 C14, security 39: a row of the lookup that can’t be read', () => {
    const ODD = { tvdbId: 7_001, title: 'Odd row', seasons: 5 };
    const answered = (...rows: readonly unknown[]): void =>
      household.app.sonarr.fail(LOOKUP, { body: [...rows, ODD] }, Infinity);
    const row = ({ tmdbId }: ReturnType<typeof unnamed>, more: object = {}): object => ({
      tvdbId: 7_003,
      tmdbId,
      title: 'Odd neighbour',
      year: 2015,
      seasons: [],
      ...more,
    });

    it('leaves another one with our id what is meant', async () => {
      const asked = unnamed('Beside an odd row');
      answered(row(asked));
      expect(await match(asked.tmdbId)).toMatchObject({ tvdbId: 7_003, provenance: 'metadata' });
    });

    it('leaves it unknown whether another one is the only one of its title, or there is none', async () => {
      const asked = unnamed('Odd neighbour', {});
      answered(row(asked, { tmdbId: 0 }));
      expect(await errorOf(match(asked.tmdbId))).toMatchObject({ code: 'library_unreadable', status: 503 });
      household.app.sonarr.recover();
      answered();
      expect(await errorOf(match(asked.tmdbId))).toMatchObject({ code: 'library_unreadable', status: 503 });
      household.app.sonarr.recover();
      expect(await match(asked.tmdbId)).toMatchObject({ tvdbId: asked.tvdbIds[0], provenance: 'title' });
    });

    it('leaves two of one title ambiguous', async () => {
      const asked = unnamed('Odd neighbour');
      answered(row(asked, { tmdbId: 0 }), row(asked, { tmdbId: 0, tvdbId: 7_002 }));
      expect(await match(asked.tmdbId)).toMatchObject({ problem: 'tv_match_ambiguous' });
    });
  });

  it('doc4 §1.14: without a library only the provider is asked', async () => {
    const { tmdbId, tvdbId } = household.show();
    expect(await matches.match(tmdbId, null)).toMatchObject({ tvdbId, provenance: 'metadata' });
    expect(await matches.match(unnamed('No library', {}).tmdbId, null)).toMatchObject({ problem: 'tv_target_missing' });
  });

  it('doc4 §1.14: the answer does not depend on storing the finding', async () => {
    const { tmdbId, tvdbId } = household.show();
    const allow = await refuseInserts(statement, 'tmdb_tvdb_cache');
    expect(await match(tmdbId)).toMatchObject({ tvdbId, provenance: 'metadata' });
    await allow();
    expect(await cached(tmdbId)).toBeNull();
  });

  describe('when the library’s manager does not know the id that the provider names', () => {
    const FIND = 'GET /api/v3/series';
    const OTHER = { seasons: { 1: 3, 2: 3 } };
    const sound = async (tmdbId: number) => matches.reconsidered(await match(tmdbId), household.library);

    /** A series whose id the provider names, and which the library's catalog has by another id. */
    function renamed(catalog: { readonly tmdbId?: number; readonly title?: string } = {}) {
      const tmdbId = ++shows;
      const [gone, tvdbId] = [tmdbId * 10, tmdbId * 10 + 1];
      const title = `Renamed ${tmdbId}`;
      household.app.tmdb.given.series({ id: tmdbId, name: title, first_air_date: '2015-01-01', tvdb_id: gone });
      household.app.sonarr.given.catalog([{ tvdbId, title, year: 2015, ...OTHER, ...catalog }]);
      household.app.sonarr.forgetCalls();
      return { tmdbId, gone, tvdbId, title };
    }

    it('issue 43 C15, doc4 §1.14: the search goes on by our id, and what it finds is kept', async () => {
      const { tmdbId, gone, tvdbId } = renamed({ tmdbId: shows + 1, title: 'Unlike' });
      expect(await match(tmdbId)).toMatchObject({ tvdbId: gone });
      expect(household.app.sonarr.calls()).toEqual([]);
      expect(await sound(tmdbId)).toMatchObject({ tvdbId, provenance: 'metadata', state: 'resolved' });
      expect(titles()).toEqual([`tvdb:${gone}`, `tmdb:${tmdbId}`]);
      expect(await cached(tmdbId)).toMatchObject({ tvdbId, source: 'metadata' });
      expect(await match(tmdbId)).toMatchObject({ tvdbId });
    });

    it('issue 43 C15, doc4 §1.14: then by the only title of that year', async () => {
      const { tmdbId, tvdbId, title, gone } = renamed();
      expect(await sound(tmdbId)).toMatchObject({ tvdbId, provenance: 'title' });
      expect(titles()).toEqual([`tvdb:${gone}`, `tmdb:${tmdbId}`, title]);
    });

    it('issue 43 C15: where nothing else is found the match is missing, for requests too, and is forgotten', async () => {
      const { tmdbId, gone } = renamed({ title: 'Something else' });
      expect(await sound(tmdbId)).toMatchObject({ state: 'unresolved', problem: 'tv_target_missing', tvdbId: null });
      expect(await cached(tmdbId)).toBeNull();
      expect(await match(tmdbId)).toMatchObject({ problem: 'tv_target_missing' });
      await household.app.clock.advance(10 * MISS_MS);
      expect(await match(tmdbId)).toMatchObject({ tvdbId: gone });
    });

    it('issue 43 C15: a library that holds the series by that id keeps it, in whichever library it is', async () => {
      const { tmdbId, gone } = renamed();
      const { id, sonarr } = await household.addLibrary({ sort_order: 10 });
      sonarr.given.series({ tvdbId: gone, tmdbId, title: 'Kept by its library', year: 2015, ...OTHER });
      expect(await sound(tmdbId)).toMatchObject({ tvdbId: gone, provenance: 'metadata' });
      expect(titles()).toEqual([`tvdb:${gone}`]);
      expect((await household.admin.delete(`/api/instances/${id}`)).status).toBeLessThan(300);
    });

    it.each([
      ['the manager’s metadata', LOOKUP],
      ['the libraries', FIND],
    ])('issue 43 C15: %s that can not be read keep the named id', async (_what, route) => {
      const { tmdbId, gone } = renamed();
      household.app.sonarr.fail(route, 503, Infinity);
      expect(await sound(tmdbId)).toMatchObject({ tvdbId: gone, state: 'resolved' });
      expect(await cached(tmdbId)).toMatchObject({ tvdbId: gone });
    });

    it('issue 43 C15: a manager that hangs is waited for one and a half seconds, and its answer is kept', async () => {
      const { tmdbId, gone, tvdbId } = renamed();
      const known = await match(tmdbId);
      const { promise, resolve } = manualPromise();
      household.app.sonarr.meanwhile(LOOKUP, () => promise);
      const arrived = household.app.sonarr.nextCall(LOOKUP);
      const asked = matches.reconsidered(known, household.library);
      await arrived;
      await household.app.clock.advance(1_500);
      expect(await asked).toMatchObject({ tvdbId: gone });
      const late = matches.reconsidered(known, household.library);
      resolve();
      expect(await late).toMatchObject({ tvdbId });
    });

    it('issue 43 C15: that the manager knows the id is remembered for ten minutes', async () => {
      const { tmdbId, tvdbId } = household.show();
      household.app.sonarr.forgetCalls();
      for (let nth = 0; nth < 3; nth++) expect(await sound(tmdbId)).toMatchObject({ tvdbId });
      expect(titles()).toEqual([`tvdb:${tvdbId}`]);
      await household.app.clock.advance(10 * MISS_MS);
      await sound(tmdbId);
      expect(titles()).toHaveLength(2);
    });

    it('issue 43 C15: what was found instead is found again after 30 days, so requests by it go on', async () => {
      const { tmdbId, tvdbId } = renamed();
      const { revision } = await sound(tmdbId);
      await household.app.clock.leap(MONTH_MS);
      expect(await match(tmdbId)).toMatchObject({ tvdbId, revision });
    });

    it('issue 43 C15: the named id is not taken instead of the one that was found, while the manager can’t be asked', async () => {
      const { tmdbId } = renamed();
      await sound(tmdbId);
      await household.app.clock.leap(MONTH_MS);
      household.app.sonarr.fail(LOOKUP, 503, Infinity);
      expect(await errorOf(match(tmdbId))).toMatchObject({ code: 'library_unreadable', status: 503 });
    });

    it('issue 43 C15: a target that is replaced or forgotten is announced, one that is found again is not', async () => {
      const changed: number[] = [];
      household.app.get(EventBus).on(TvMatchChanged, ({ tmdbId }) => void changed.push(tmdbId));
      const one = renamed();
      await sound(one.tmdbId);
      const other = renamed({ title: 'Something else' });
      await sound(other.tmdbId);
      expect(changed).toEqual([one.tmdbId, other.tmdbId]);
      await household.app.clock.leap(MONTH_MS);
      await match(one.tmdbId);
      expect(changed).toEqual([one.tmdbId, other.tmdbId]);
    });

    it('issue 43 C15: a bundled match is an administrator’s affair, and nothing is asked', async () => {
      household.app.sonarr.forgetCalls();
      expect(await sound(113_988)).toMatchObject({ tvdbId: 389_492, provenance: 'bundled' });
      expect(household.app.sonarr.calls()).toEqual([]);
    });
  });

  describe('does a request’s match still hold?', () => {
    const compare = (tmdbId: number, revision: string | null) =>
      household.app.get(Database).read((tx) => matches.compare(tx, tmdbId, revision));

    it('doc4 §1.14: it is valid while nothing stored contradicts it', async () => {
      const { tmdbId } = household.show();
      expect(await compare(tmdbId, 'f'.repeat(24))).toBe('unchanged');
      const { revision } = await match(tmdbId);
      expect(await compare(tmdbId, revision)).toBe('unchanged');
      expect(await compare(tmdbId, 'f'.repeat(24))).toBe('changed');
      expect(await compare(tmdbId, null)).toBe('changed');
    });

    it('doc4 §1.14: an expired finding says nothing', async () => {
      const { tmdbId, tvdbId } = household.show();
      await found(tmdbId, { tvdbId, age: MONTH_MS - 1 });
      expect(await compare(tmdbId, 'f'.repeat(24))).toBe('changed');
      await found(tmdbId, { tvdbId, age: MONTH_MS });
      expect(await compare(tmdbId, 'f'.repeat(24))).toBe('unchanged');
    });

    it('doc4 §1.14: the bundled anthology has one revision', async () => {
      const { revision } = await match(113_988);
      expect(await compare(113_988, revision)).toBe('unchanged');
      expect(await compare(225_634, revision)).toBe('changed');
    });
  });
});
