import type { SonarrFake } from '../../test/fakes/sonarr/sonarr-fake.js';
import type { TmdbFake } from '../../test/fakes/tmdb/tmdb-fake.js';
import type { TraktFake } from '../../test/fakes/trakt/trakt-fake.js';
import { tmdbPicture } from './art.js';
import { creditsOf } from './credits.js';
import { WITHOUT_LINKS } from './films.js';
import { DEMO_SERIES, type DemoSeries, WANTED_SERIES } from './series-list.js';

export { DEMO_SERIES, WANTED_SERIES };

const WEEK_MS = 7 * 24 * 3_600_000;

const GENRES = [
  { id: 80, name: 'Crime' },
  { id: 9648, name: 'Mystery' },
];
const NETWORK = { id: 9_311, logo_path: null, name: 'Lantern Serials', origin_country: 'FR' };

/** Series are known at TMDB and Trakt, and the library can get them, and owns some. */
export function fillSeries(tmdb: TmdbFake, trakt: TraktFake, sonarr: SonarrFake): void {
  DEMO_SERIES.forEach((series, place) => {
    const { tmdbId, tvdbId, title, seasons, isRunning, owned } = series;
    const popularity = DEMO_SERIES.length - place;
    tmdb.given.series({ ...describedAtTmdb(series), popularity, credits: creditsOf(place, series.roles) });
    const others = DEMO_SERIES.filter((other) => other !== series);
    tmdb.given.beside(
      'tv',
      tmdbId,
      others.map((other) => other.tmdbId),
    );
    const year = Number(seasons[0]?.premiered.slice(0, 4));
    trakt.given.show({ id: tmdbId, tvdb: tvdbId, title, year, watchers: 10 * popularity });
    const airings = seasons.map(({ premiered, episodes }, number) => {
      const first = Date.parse(premiered);
      return [number + 1, Array.from({ length: episodes }, (_, week) => first + week * WEEK_MS)] as const;
    });
    const status = isRunning ? 'continuing' : 'ended';
    const known = { tvdbId, tmdbId, title, year, status, seasons: Object.fromEntries(airings) };
    sonarr.given.catalog([known]);
    const files = Object.fromEntries(airings.map(([number]) => [number, 'aired' as const]));
    if (owned) sonarr.given.series({ ...known, files });
  });
}

function describedAtTmdb({ tmdbId, tvdbId, title, art, seasons, isRunning, ...series }: DemoSeries) {
  const poster = tmdbPicture('poster', art);
  const rated = (country: string, rating: string) => ({ iso_3166_1: country, descriptors: [], rating });
  return {
    homepage: WITHOUT_LINKS.homepage,
    videos: WITHOUT_LINKS.videos,
    id: tmdbId,
    tvdb_id: tvdbId,
    name: title,
    overview: series.overview,
    tagline: series.tagline,
    poster_path: poster,
    backdrop_path: tmdbPicture('backdrop', art),
    genres: GENRES,
    vote_average: series.rating,
    vote_count: series.votes,
    production_companies: [],
    content_ratings: { results: [rated('US', 'TV-PG'), rated('DE', '6')] },
    first_air_date: seasons[0]?.premiered ?? '',
    seasons: seasons.map(({ premiered, episodes }, place) => ({
      season_number: place + 1,
      air_date: premiered,
      episode_count: episodes,
      poster_path: poster,
    })),
    in_production: isRunning ?? false,
    status: isRunning ? 'Returning Series' : 'Ended',
    ...(isRunning ? {} : { next_episode_to_air: null }),
    networks: [NETWORK],
  };
}
