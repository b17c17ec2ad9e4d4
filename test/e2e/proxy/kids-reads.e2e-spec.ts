import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ServiceType } from '../../../src/modules/instances/instances.public.js';
import type { Session } from '../../harness/start-app.js';
import { NAMES, startKidsFixture, type KidsFixture, type TitleName } from './kids-fixture.js';
import { PROXIED_PATHS } from './member-reads.js';

type Kind = Extract<ServiceType, 'movie_manager' | 'tv_manager'>;

/** Every list that members may read of a manager with ratings, and the titles' names wherever a row mentions one. */
const LISTS: readonly (readonly [Kind, string])[] = [
  ['movie_manager', 'movie'],
  ['movie_manager', 'calendar'],
  ['movie_manager', 'calendar?unmonitored=true'],
  ['movie_manager', 'queue?pageSize=50'],
  ['movie_manager', 'queue?pageSize=50&includeUnknownMovieItems=true'],
  ['movie_manager', 'history?pageSize=50'],
  ['movie_manager', 'wanted/missing?pageSize=50'],
  ['movie_manager', 'wanted/cutoff?pageSize=50'],
  ['tv_manager', 'series'],
  ['tv_manager', 'calendar'],
  ['tv_manager', 'queue?pageSize=50'],
  ['tv_manager', 'queue?pageSize=50&includeUnknownSeriesItems=true&includeEpisode=true'],
  ['tv_manager', 'history?pageSize=50&includeEpisode=true'],
  ['tv_manager', 'wanted/missing?pageSize=50'],
  ['tv_manager', 'wanted/cutoff?pageSize=50'],
];

interface RecordPage {
  readonly totalRecords: number;
  readonly records: readonly unknown[];
}

const UNKNOWN_ROW = 'Unknown.Release';
const NOT_FOUND = [404, '{"error":"not found"}'];

describe('doc1 §4 proxy 5: what a kids account reads of films and series', () => {
  let fixture: KidsFixture;

  beforeAll(async () => {
    fixture = await startKidsFixture();
  });

  beforeEach(() => fixture.setPolicy());

  afterAll(() => fixture.close());

  const read = (caller: Session, kind: Kind, path: string) =>
    caller.get(`/api/instances/${fixture.ids[kind]}/api/v3/${path}`);
  const namesIn = (text: string): readonly TitleName[] => NAMES.filter((name) => text.includes(name));

  /** Rows bring their titles, which a kids account's rows always do. */
  const withTitles = (path: string): string =>
    `${path}${path.includes('?') ? '&' : '?'}includeMovie=true&includeSeries=true`;

  it('the lists below are all that members may read, but for single records', () => {
    const listed = new Set(LISTS.map(([kind, path]) => `${kind} api/v3/${path.replace(/\?.*/, '')}`));
    const allowed = PROXIED_PATHS.filter(({ kind, members }) => members && /^(movie|tv)/.test(kind));
    const rest = allowed.map(({ kind, path }) => `${kind} ${path}`).filter((one) => !listed.has(one));
    expect(rest.sort()).toEqual([
      'movie_manager api/v3/movie/7',
      'tv_manager api/v3/episode',
      'tv_manager api/v3/episode/7',
      'tv_manager api/v3/series/7',
    ]);
  });

  it.each(LISTS)('%s %s: a member sees every title, a kids account what is within its limits', async (kind, path) => {
    const whole = await read(fixture.ana, kind, withTitles(path));
    expect(namesIn(whole.text)).toEqual(NAMES);
    const cut = await read(fixture.kit, kind, path);
    expect([cut.status, namesIn(cut.text), cut.text.includes(UNKNOWN_ROW)]).toEqual([200, ['Meadow'], false]);
    expect(whole.text.includes(UNKNOWN_ROW)).toBe(path.includes('includeUnknown'));
  });

  it.each(LISTS)('%s %s: without a rating it is shown where the policy says so', async (kind, path) => {
    await fixture.setPolicy({ blockUnrated: false });
    expect(namesIn((await read(fixture.kit, kind, path)).text)).toEqual(['Meadow', 'Quill']);
  });

  it.each(LISTS)('%s %s: other limits count with the next call', async (kind, path) => {
    await fixture.setPolicy({
      maxMovieRating: 'NC-17',
      maxTvRating: 'TV-MA',
      blockedMovieGenres: [],
      blockedTvGenres: [],
    });
    expect(namesIn((await read(fixture.kit, kind, path)).text)).toEqual(['Meadow', 'Razor', 'Crypt']);
    await fixture.setPolicy({ blockedMovieGenres: [10751], blockedTvGenres: [10751] });
    expect(namesIn((await read(fixture.kit, kind, path)).text)).toEqual(['Crypt']);
  });

  it.each(LISTS)('%s %s: a policy that can’t be ranked is 503', async (kind, path) => {
    await fixture.setPolicy({ ratingRegion: 'ZZ' });
    const { status, text } = await read(fixture.kit, kind, path);
    expect([status, text]).toEqual([
      503,
      '{"error":"content limits cannot be checked, retry shortly","code":"content_limits_unreadable"}',
    ]);
  });

  it('episodes of a series are there with their series, or not at all', async () => {
    for (const name of NAMES) {
      const { body } = await read(fixture.kit, 'tv_manager', `episode?seriesId=${fixture.titleIds[name].series}`);
      expect([name, (body as unknown[]).length]).toEqual([name, name === 'Meadow' ? 3 : 0]);
    }
  });

  it.each([
    ['movie_manager', 'film', 'movie'],
    ['tv_manager', 'series', 'series'],
    ['tv_manager', 'episode', 'episode'],
  ] as const)(
    '%s: a single %s that may not be seen is answered like one that is not there',
    async (kind, which, path) => {
      const unknown = await read(fixture.kit, kind, `${path}/999`);
      expect([unknown.status, unknown.text]).toEqual(NOT_FOUND);
      for (const name of NAMES) {
        const one = `${path}/${fixture.titleIds[name][which]}`;
        expect((await read(fixture.ana, kind, one)).status).toBe(200);
        const { status, text, headers } = await read(fixture.kit, kind, one);
        if (name === 'Meadow')
          expect([status, (JSON.parse(text) as { id: number }).id]).toEqual([200, fixture.titleIds[name][which]]);
        else expect([name, status, text]).toEqual([name, ...NOT_FOUND]);
        if (name !== 'Meadow') expect([...headers.keys()]).toEqual([...unknown.headers.keys()]);
      }
      await fixture.setPolicy({ ratingRegion: 'ZZ' });
      expect((await read(fixture.kit, kind, `${path}/${fixture.titleIds.Meadow[which]}`)).status).toBe(503);
    },
  );

  it('each kind of title is judged by the limits of its own kind', async () => {
    await fixture.setPolicy({
      maxMovieRating: 'NC-17',
      maxTvRating: 'TV-Y',
      blockedMovieGenres: [],
      blockedTvGenres: [27],
    });
    expect(namesIn((await read(fixture.kit, 'movie_manager', 'movie')).text)).toEqual(['Meadow', 'Razor', 'Crypt']);
    expect(namesIn((await read(fixture.kit, 'tv_manager', 'series')).text)).toEqual([]);
  });

  it.each(LISTS.filter(([, path]) => path.includes('pageSize')))(
    '%s %s: says how many of the records may be seen, and nothing of those that may not',
    async (kind, path) => {
      const whole = await read(fixture.ana, kind, withTitles(path));
      const cut = await read(fixture.kit, kind, path);
      const [all, seen] = [whole.body as RecordPage, cut.body as RecordPage];
      const own = all.records.filter((record) => JSON.stringify(record).includes('Meadow'));
      expect([own.length > 0, own.length < all.totalRecords]).toEqual([true, true]);
      expect(seen).toEqual({ ...all, totalRecords: own.length, records: own });
    },
  );

  it.each(['book_manager', 'music_manager'] as const)('%s is not gated', async (kind) => {
    const path = `/api/instances/${fixture.ids[kind]}/api/v1/queue`;
    fixture.fakes[kind].route('GET /api/v1/queue', () => ({ body: { records: [{ title: 'Razor' }], odd: [1] } }));
    const [whole, own] = [await fixture.ana.get(path), await fixture.kit.get(path)];
    expect([own.status, own.text]).toEqual([200, whole.text]);
    expect(fixture.fakes[kind].calls().at(-1)?.query).toEqual({});
  });
});
