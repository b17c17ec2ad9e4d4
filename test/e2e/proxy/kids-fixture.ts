import { Database } from '../../../src/core/database/database.js';
import { ContentPoliciesRepository, type ContentPolicy } from '../../../src/modules/users/users.public.js';
import type { Session } from '../../harness/start-app.js';
import { startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

const HORROR = 27;
const ANIMATED = 16;

/** Films up to PG, series up to TV-PG; no horror and nothing animated. */
const POLICY: ContentPolicy = {
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  ratingRegion: 'US',
  blockUnrated: true,
  blockedMovieGenres: [HORROR],
  blockedTvGenres: [ANIMATED],
};

/** Titles by what they are called; none of the names is a part of another's. `Meadow` alone is within {@link POLICY}. */
export const TITLES = {
  Meadow: { film: { certification: 'G', genres: ['Family'] }, series: { certification: 'TV-G', genres: ['Family'] } },
  Razor: { film: { certification: 'R', genres: ['Family'] }, series: { certification: 'TV-MA', genres: ['Family'] } },
  Crypt: { film: { certification: 'G', genres: ['Horror'] }, series: { certification: 'TV-G', genres: ['Anime'] } },
  Quill: { film: { certification: null, genres: ['Drama'] }, series: { certification: null, genres: ['Drama'] } },
} as const;

export type TitleName = keyof typeof TITLES;
export const NAMES = Object.keys(TITLES) as readonly TitleName[];

/** A household with libraries in which each title is wherever it can be read, and kit, a kids account. */
export interface KidsFixture extends ProxyFixture {
  readonly kit: Session;
  /** @param userId kit where nothing else is said */
  setPolicy(change?: Partial<ContentPolicy>, userId?: number): Promise<void>;
  /** Ids of a title: of its film and of its series, in their libraries, and of an episode. */
  readonly titleIds: Readonly<Record<TitleName, { film: number; series: number; episode: number }>>;
}

const DAY_MS = 24 * 3_600_000;

export async function startKidsFixture(): Promise<KidsFixture> {
  const fixture = await startProxyFixture();
  const { app } = fixture;
  const kit = await app.invite('kit');
  const setPolicy = (change: Partial<ContentPolicy> = {}, userId = kit.userId): Promise<void> =>
    app.get(Database).write((tx) => app.get(ContentPoliciesRepository).set(tx, userId, { ...POLICY, ...change }));
  await setPolicy();
  return { ...fixture, kit, setPolicy, titleIds: furnish(fixture) };
}

/** Each title twice as a film, wanted for the first time and for a better file; and with an episode of each kind. */
function furnish({ app }: ProxyFixture): KidsFixture['titleIds'] {
  const now = app.clock.now();
  const tomorrow = new Date(now + DAY_MS).toISOString();
  app.radarr.given.queueRow();
  app.sonarr.given.queueRow();
  const ids = NAMES.map((name, at) => {
    const { film, series } = TITLES[name];
    const tmdbId = 100 + at;
    const { id } = app.radarr.given.movie({ ...film, tmdbId, title: `${name} Film`, digitalRelease: tomorrow });
    const had = { ...film, tmdbId: 200 + at, title: `${name} Remake`, hasFile: true, cutoffUnmet: true };
    app.radarr.given.movie(had);
    app.radarr.given.queueRow({ tmdbId });
    const seasons = { 1: [now - 2 * DAY_MS, now - DAY_MS, now + DAY_MS] };
    const show = app.sonarr.given.series({ ...series, tvdbId: 300 + at, title: `${name} Show`, seasons });
    app.sonarr.importFiles(300 + at, 1, [1], true);
    app.sonarr.given.queueRow({ of: { tvdbId: 300 + at, season: 1, episode: 2 } });
    return [name, { film: id, series: show.id, episode: app.sonarr.episode(300 + at, 1, 1).id }] as const;
  });
  return Object.fromEntries(ids) as KidsFixture['titleIds'];
}
