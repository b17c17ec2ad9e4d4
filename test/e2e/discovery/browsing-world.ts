import { MUSIC_GENRES } from '../../../src/modules/discovery/music/music-genres.js';
import { artistId, groupId } from '../../fakes/musicbrainz/musicbrainz-fake.js';
import type { Answer } from '../../harness/http-client.js';
import { KeyClient } from '../../harness/key-client.js';
import { KeptMemory } from '../../harness/kept-memory.js';
import { limitContent } from '../../harness/kids-policy.js';
import { type App, type Session, WITH_LISTS } from '../../harness/start-app.js';
import type { SeededRandom } from '../../kill/seeded-random.js';
import { BookHousehold } from '../bookcatalog/book-household.js';

/** The parts of the server that ask outside providers, or pass on what they keep. */
const MODULES = [
  ...['MetadataModule', 'DiscoveryModule', 'BookcatalogModule', 'ContentPolicyModule'],
  ...['CompatModule', 'LibraryModule', 'ProxyModule'],
];

const FILMS = 240;
const SERIES = 80;
const PEOPLE = 60;
const ALBUMS = 240;
const JPEG_MARK = [0xff, 0xd8, 0xff, 0xe0];

/** Countries that a film is rated in, as many as real ones have. */
const COUNTRIES = Array.from({ length: 40 }, (_, n) => String.fromCharCode(65 + (n % 26), 65 + Math.floor(n / 26)));

const release = (iso_3166_1: string): object => ({ iso_3166_1, release_dates: [{ certification: 'PG', type: 3 }] });
const day = (n: number): string => `2025-12-${String(1 + (n % 28)).padStart(2, '0')}`;

/** A household that browses, every provider among its fakes, and what the server keeps of them. */
export class BrowsingWorld {
  readonly kept: KeptMemory;

  private constructor(
    readonly household: BookHousehold,
    private admin: Session,
    private child: Session,
    private readonly tool: KeyClient,
  ) {
    this.kept = new KeptMemory(household.app, MODULES);
  }

  /** @param coverBytes how large each cover of an album is */
  static async open(env: Readonly<Record<string, string>>, coverBytes: number): Promise<BrowsingWorld> {
    const household = await BookHousehold.open({ env: { ...WITH_LISTS, ...env } });
    const child = await household.app.invite('child');
    await limitContent(household.admin, child);
    await household.connect();
    const tool = await KeyClient.issuedBy(household.app, household.admin);
    const world = new BrowsingWorld(household, household.admin, child, tool);
    world.fill(coverBytes);
    return world;
  }

  get app(): App {
    return this.household.app;
  }

  /** Sessions last for 15 minutes. */
  async signOn(): Promise<void> {
    this.admin = await this.app.refresh(this.admin);
    this.child = await this.app.refresh(this.child);
  }

  /** As the administrator, or the administrator's tool. */
  get(path: string): Promise<Answer> {
    return (path.startsWith('/api/v1/') ? this.tool : this.admin).get(path);
  }

  /** Somebody looks at something. What is asked of providers that space their calls is a second apart, if callers are. */
  async browse(random: SeededRandom): Promise<Answer> {
    const path = random.pick(PLACES)(random);
    const isChild =
      /^\/api\/(discover\/(movies|tv|trending)|media\/(movie|tv)|search|titles)/.test(path) && random.chance(3);
    return isChild ? this.child.get(path) : this.get(path);
  }

  close(): Promise<void> {
    return this.household.close();
  }

  private fill(coverBytes: number): void {
    const { tmdb, trakt, music } = this.app;
    const overview = 'Every lamp on the coast goes out but one. '.repeat(20);
    const results = COUNTRIES.map(release);
    for (let id = 1; id <= FILMS; id += 1) {
      tmdb.given.film({ id, title: `Harbor ${id}`, overview, release_dates: { results: [release('US'), ...results] } });
      tmdb.given.beside('movie', id, [1, 2, 3]);
      trakt.given.movie({ id, title: `Harbor ${id}`, tmdb: id });
    }
    for (let id = 1; id <= SERIES; id += 1) {
      tmdb.given.series({ id, name: `Relay ${id}`, overview });
      trakt.given.show({ id, title: `Relay ${id}`, tmdb: id });
    }
    for (let id = 1; id <= PEOPLE; id += 1)
      tmdb.given.person({ id, name: `Mara Quill ${id}`, parts: [{ kind: 'movie', id }] });
    for (let id = 1; id <= 40; id += 1) tmdb.given.collection({ id, overview, parts: [id, id + 1, id + 2] });
    for (let n = 0; n < 20; n += 1) trakt.given.list({ user: `user-${n}`, slug: 'lights', movies: [1, 2], shows: [1] });
    for (let n = 1; n <= ALBUMS; n += 1) {
      const id = groupId(n);
      music.catalog.given.group({ id, title: `Wave ${n}`, tags: MUSIC_GENRES.slice(n % 5).map(({ tag }) => tag) });
      music.charts.given.release({ id, title: `Wave ${n}`, date: day(n) });
      const bytes = Buffer.alloc(coverBytes, n);
      bytes.set(JPEG_MARK);
      music.covers.given.cover(id, { bytes });
    }
    const chart = Array.from({ length: 200 }, (_, n) => ({ id: groupId(n + 1), title: `Wave ${n + 1}` }));
    for (const range of ['this_week', 'this_month', 'this_year']) music.charts.given.chart(range, chart);
    for (let id = 1; id <= 50; id += 1) this.household.fake.given.book({ id, title: `Ledger ${id}` });
    this.household.fake.given.trending(Array.from({ length: 50 }, (_, n) => n + 1));
  }
}

type Place = (random: SeededRandom) => string;

const page = (random: SeededRandom): string => `page=${1 + random.below(6)}`;
const kind = (random: SeededRandom): 'movie' | 'tv' => random.pick(['movie', 'tv']);
const title = (random: SeededRandom): string => `${kind(random)}/${1 + random.below(130)}`;
const word = (random: SeededRandom): string =>
  `${random.pick(['harbor', 'relay', 'quill', 'mara'])}%20${random.below(99)}`;
const of =
  (...paths: [string, ...string[]]): Place =>
  (random) =>
    `${random.pick(paths)}?${page(random)}`;

/** Whatever is kept of providers can be had at one of these. Music is there more than once, since its covers do. */
const PLACES: [Place, ...Place[]] = [
  of('/api/discover/movies/popular', '/api/discover/movies/top-rated', '/api/discover/movies/now-playing'),
  of('/api/discover/tv/popular', '/api/discover/tv/top-rated', '/api/discover/tv/on-the-air'),
  of('/api/discover/movies/featured', '/api/discover/tv/featured'),
  of('/api/discover/movies/upcoming', '/api/discover/tv/upcoming'),
  (random) => `/api/discover/trending?time_window=${random.pick(['day', 'week'])}&${page(random)}`,
  (random) => `/api/discover/movies?vote_count.gte=${random.below(200)}&${page(random)}`,
  (random) => `/api/discover/tv?with_original_language=en&vote_count.gte=${random.below(200)}`,
  (random) => `/api/search?query=${word(random)}`,
  (random) => `/api/search/${random.pick(['keyword', 'company'])}?query=${word(random)}`,
  (random) => `/api/media/${title(random)}`,
  (random) => `/api/media/${title(random)}`,
  (random) => `/api/media/${title(random)}/${random.pick(['recommendations', 'similar'])}`,
  (random) => `/api/titles/words?movies=${1 + random.below(130)}&series=${1 + random.below(90)}&language=de`,
  (random) => `/api/media/person/${1 + random.below(70)}${random.pick(['', '/credits'])}`,
  (random) =>
    `/api/media/${random.pick([`collections/${1 + random.below(50)}`, `tv/${1 + random.below(90)}/episodes?season=${random.below(4)}`])}`,
  (random) => `/api/genres/${kind(random)}`,
  (random) => `/api/providers/${kind(random)}?region=${random.pick(COUNTRIES as [string, ...string[]])}`,
  of('/api/providers/regions', '/api/languages'),
  of('/api/listprov/trending', '/api/listprov/popular', '/api/listprov/anticipated', '/api/listprov/lists'),
  (random) => `/api/listprov/${random.pick(['popular', 'trending'])}?type=shows&${page(random)}`,
  (random) => `/api/listprov/lists/user-${random.below(24)}/lights/items`,
  (random) => `/api/listprov/calendar?days=${1 + random.below(31)}`,
  (random) => `/api/discover/music/search?query=wave%20${random.below(240)}`,
  (random) => `/api/discover/music/artists?query=glass&${page(random)}`,
  (random) =>
    `/api/discover/music/popular?period=${random.pick(['this_week', 'this_month', 'this_year'])}&${page(random)}`,
  of('/api/discover/music/new-releases'),
  (random) => `/api/discover/music/genre?genre=${random.pick(['jazz', 'rock', 'hip-hop'])}&${page(random)}`,
  (random) => `/api/media/music/${groupId(1 + random.below(260))}`,
  (random) => `/api/media/music/artists/${artistId(1 + random.below(3))}${random.pick(['', '/albums'])}`,
  (random) => `/api/discover/music/artwork/${groupId(1 + random.below(260))}`,
  (random) => `/api/discover/music/artwork/${groupId(1 + random.below(260))}`,
  (random) => `/api/discover/music/artwork/${groupId(1 + random.below(260))}`,
  () => '/api/discover/books/trending',
  (random) => `/api/v1/${title(random)}`,
  (random) => `/api/v1/tv/${1 + random.below(90)}/season/1`,
];
