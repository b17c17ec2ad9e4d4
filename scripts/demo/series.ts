import type { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import type { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';
import { WITHOUT_PICTURES } from './films.js';

const WEEK_MS = 7 * 24 * 3_600_000;

/** The series whose season the member requests. A serial of the cinema, old enough to belong to everybody. */
export const WANTED_SERIES = {
  tmdbId: 1914,
  tvdbId: 191401,
  title: 'The Exploits of Elaine',
  overview: 'A young woman and a scientific detective go after the masked man who is behind it all.',
  /** The first first; episodes came weekly. */
  seasons: [
    { premiered: '1914-12-29', episodes: 14 },
    { premiered: '1915-04-05', episodes: 10 },
    { premiered: '1915-06-14', episodes: 12 },
  ],
};

/** The series is known at TMDB and Trakt, and the library can get it. */
export function fillSeries(tmdb: TmdbFake, trakt: TraktFake, sonarr: SonarrFake): void {
  const { tmdbId, tvdbId, title, overview, seasons } = WANTED_SERIES;
  tmdb.given.series({
    ...WITHOUT_PICTURES,
    id: tmdbId,
    tvdb_id: tvdbId,
    name: title,
    overview,
    first_air_date: seasons[0]?.premiered,
    seasons: seasons.map(({ premiered, episodes }, place) => ({
      season_number: place + 1,
      air_date: premiered,
      episode_count: episodes,
      poster_path: null,
    })),
    popularity: 1,
    in_production: false,
    status: 'Ended',
    next_episode_to_air: null,
    networks: [],
  });
  trakt.given.show({ id: tmdbId, tvdb: tvdbId, title, year: 1914, watchers: 10, hasArtwork: false });
  const airings = seasons.map(({ premiered, episodes }, place) => {
    const first = Date.parse(premiered);
    return [place + 1, Array.from({ length: episodes }, (_, week) => first + week * WEEK_MS)] as const;
  });
  const described = { tvdbId, tmdbId, title, year: 1914, status: 'ended' } as const;
  sonarr.given.catalog([{ ...described, seasons: Object.fromEntries(airings) }]);
}
