import { afterEach, describe, expect, it } from 'vitest';
import { counts } from '../../harness/full-counts.js';
import { SeededRandom } from '../../kill/seeded-random.js';
import { BrowsingWorld } from './browsing-world.js';

const MIB = 1024 * 1024;
const SECOND_MS = 1_000;
const HOUR_MS = 60 * 60 * SECOND_MS;

/** That are asked at once. */
const QUESTIONS = 13;

/** What is kept in the memory of all providers. */
const SHARED = [
  ...[
    'FilmMetadataService.films',
    'SeriesMetadataService.series',
    'SeriesMetadataService.seasons',
    'CatalogMetadataService.related',
  ].flatMap(detailed),
  ...['CatalogMetadataService.people', 'CatalogMetadataService.parts', 'CatalogMetadataService.collections'].flatMap(
    detailed,
  ),
  ...[
    'MusicListsService.charts',
    'MusicListsService.windows',
    'MusicListsService.pages',
    'MusicListsService.artistPages',
  ].flatMap(answered),
  ...[
    'MusicListsService.genrePages',
    'MusicTitlesService.albums',
    'MusicTitlesService.artists',
    'MusicTitlesService.covers',
  ].flatMap(answered),
  ...[
    'SeriesMetadataService.filed',
    'MetadataProviderService.pages',
    'CatalogMetadataService.lists',
    'ListFeedsService.pages',
    'ListFeedsService.rows',
    'FeaturedRowService.pages',
  ],
  ...[
    'TitleRatingsService.titles',
    'TitleRatingsService.absences',
    'TitleWordsService.titles',
    'TitleWordsService.absences',
    'TrendingBooksService.kept',
    'TitlePagesService.texts',
  ],
];

/** What is bounded in entries alone, or in a memory of its own (pictures of the web app): faults for ten seconds, and libraries (a household has a few). */
const UNCOUNTED = {
  'TitleRatingsService.failures': 1_000,
  'PicturesService.kept.answers': 2_000,
  'PicturesService.kept.absences': 10_000,
  'FilmCacheService.digests': 64,
  'FilmCacheService.queues': 64,
  'SeriesCacheService.digests': 64,
  'SeriesCacheService.queues': 64,
  'BookCacheService.digests': 64,
  'BookCacheService.queues': 64,
  'BookCacheService.creators': 64,
  'BookCacheService.counted': 64,
  'BookCacheService.recent': 64,
  'BookCacheService.series': 64,
  'AlbumCacheService.digests': 64,
  'AlbumCacheService.queues': 64,
  'AlbumCacheService.creators': 64,
  'AlbumCacheService.counted': 64,
  'AlbumCacheService.recent': 64,
};

describe('what is kept of outside providers', () => {
  let world: BrowsingWorld;

  afterEach(() => world.close());

  /** It counts what is there, and what is there weighs no more than is counted. */
  function expectTrue(limit: number): void {
    const { held, counted, tooHeavy, holdings, entries } = world.kept.report();
    expect([held, holdings, tooHeavy]).toEqual([counted, entries, []]);
    expect(held).toBeLessThanOrEqual(limit);
  }

  it('every cache is bounded, and all that questions can fill count in one memory', async () => {
    world = await BrowsingWorld.open({}, 1_024);
    const bounds = Object.entries(world.kept.bounds());
    const shared = bounds.filter(([, [, memory]]) => memory === 'shared').map(([place]) => place);
    expect(shared.toSorted()).toEqual(SHARED.toSorted());
    const others = bounds.filter(([, [, memory]]) => memory !== 'shared').map(([place, [entries]]) => [place, entries]);
    expect(Object.fromEntries(others)).toEqual(UNCOUNTED);
  });

  it('a day of browsing stays within its memory, and what is counted is what is there', async () => {
    world = await BrowsingWorld.open({ PROVIDER_CACHE_MIB: '2' }, 256 * 1024);
    const random = new SeededRandom(48);
    let fullest = 0;
    for (let hour = 0; hour < 24; hour += counts({ always: 4, full: 2 })) {
      const statuses = new Set<number>();
      for (let call = 0; call < 10; call += 1) {
        const isNextHour = call % 5 === 0;
        await world.app.clock.leap(isNextHour ? HOUR_MS : SECOND_MS);
        if (isNextHour) await world.signOn();
        statuses.add((await world.browse(random)).status);
      }
      expect([200, 404]).toEqual(expect.arrayContaining([...statuses]));
      expectTrue(2 * MIB);
      fullest = Math.max(fullest, world.kept.report().held);
    }
    expect(fullest).toBeGreaterThan(1.75 * MIB);
  });

  it('a flood of new questions evicts older answers, and never takes more memory', async () => {
    world = await BrowsingWorld.open({ PROVIDER_CACHE_MIB: '1' }, 16 * 1024);
    const inUse = await world.get('/api/discover/movies/popular');
    const flood = async (from: number, to: number): Promise<void> => {
      for (let n = from; n < to; n += QUESTIONS) {
        const asked = Array.from({ length: QUESTIONS }, (_, place) => question(n + place));
        await Promise.all(asked.map((path) => world.get(path)));
        expect(await world.get('/api/discover/movies/popular')).toMatchObject({ status: 200, text: inUse.text });
        expectTrue(MIB);
      }
    };
    const half = counts({ always: 60, full: 600 });
    await flood(0, half);
    const before = world.kept.collections();
    await flood(half, 2 * half);
    const mostReadings = 100;
    const grown = [...world.kept.collections()].filter(
      ([place, size]) => size > Math.max(before.get(place) ?? 0, mostReadings),
    );
    expect(grown).toEqual([]);
    expect(world.app.tmdb.calls('GET /3/movie/popular')).toHaveLength(1);
    expect(world.kept.report().held).toBeGreaterThan(MIB / 2);
  });
});

function detailed(place: string): readonly string[] {
  return [`${place}.details`, `${place}.absences`];
}

function answered(place: string): readonly string[] {
  return [`${place}.answers`, `${place}.absences`];
}

/** Another one for each number. */
function question(n: number): string {
  const paths = [
    `/api/search?query=${'no%20such%20harbor%20'.repeat(20)}${n}`,
    `/api/discover/movies?vote_count.gte=${n}`,
    `/api/discover/tv?with_keywords=${Array.from({ length: 50 }, (_, place) => 1_000_000 + n + place).join(',')}`,
    `/api/v1/movie/${n + 1}`,
    `/api/v1/tv/${n + 1}`,
    `/api/search/company?query=no%20such%20company%20${n}`,
    `/api/media/movie/${n + 1}`,
    `/api/media/tv/${n + 1}`,
    `/api/media/movie/${n + 1}/similar`,
    `/api/media/person/${n + 1}/credits`,
    `/api/titles/words?movies=${n + 1}&series=${n + 1}&language=de`,
    `/api/discover/music/artwork/7c9d2e10-0000-4aaa-8bbb-${String(n).padStart(12, '0')}`,
    `/api/providers/movie?region=${String.fromCharCode(65 + (n % 26), 65 + (Math.floor(n / 26) % 26))}`,
  ];
  return paths[n % paths.length] ?? '';
}
