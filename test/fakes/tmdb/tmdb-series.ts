import { KEYWORDS, titleOf, titleRowOf, type TmdbTitle, translationsOf, withParts } from './tmdb-parts.js';

/** A season in the detail of a series. */
export interface TmdbSeason {
  /** YYYY-MM-DD; null where unknown. */
  air_date: string | null;
  episode_count: number;
  id: number;
  name: string;
  overview: string;
  poster_path: string | null;
  /** 0 holds the specials. */
  season_number: number;
  vote_average: number;
}

/** A series as the fake's state holds it: the provider's detail with every part that can be appended. */
export interface TmdbSeries extends TmdbTitle {
  created_by: readonly object[];
  episode_run_time: readonly number[];
  /** YYYY-MM-DD; empty where unknown. */
  first_air_date: string;
  in_production: boolean;
  languages: readonly string[];
  last_air_date: string | null;
  last_episode_to_air: object | null;
  name: string;
  next_episode_to_air: object | null;
  networks: readonly object[];
  /** Specials don't count, nor do they in the number of seasons. */
  number_of_episodes: number;
  number_of_seasons: number;
  original_name: string;
  seasons: readonly TmdbSeason[];
  type: string;
  external_ids: Readonly<Record<string, string | number | null>>;
  content_ratings: { results: readonly object[] };
  keywords: { results: readonly object[] };
}

type TmdbSeasonGiven = Partial<TmdbSeason> & Pick<TmdbSeason, 'season_number'>;

/** What a test says about a series; the rest is filled in. A season premieres with its series unless said otherwise. */
export type TmdbSeriesGiven = Partial<Omit<TmdbSeries, 'seasons'>> &
  Pick<TmdbSeries, 'id' | 'name'> & {
    readonly seasons?: readonly TmdbSeasonGiven[];
    /** The id in `external_ids`; null where the provider knows none. */
    readonly tvdb_id?: number | null;
  };

/** The parts of a detail that come only when `append_to_response` names them. */
const PARTS = ['videos', 'credits', 'external_ids', 'content_ratings', 'keywords', 'translations', 'watch/providers'];

/** The document types votes of series as integers; the service gives fractions too. */
const WHOLE_VOTE = 8;

const SEASONS: readonly TmdbSeasonGiven[] = [
  { season_number: 0, episode_count: 1 },
  { season_number: 1, episode_count: 2, air_date: '2025-02-01' },
  { season_number: 2, episode_count: 3, air_date: '2026-11-13' },
];

/** A whole series out of what a test says about it. */
export function seriesOf({ tvdb_id, ...given }: TmdbSeriesGiven): TmdbSeries {
  const { id, name } = given;
  const premiere = given.first_air_date ?? '2025-02-01';
  const seasons = (given.seasons ?? SEASONS).map((season) => seasonOf(id, premiere, season));
  const regular = seasons.filter((season) => season.season_number > 0);
  const newest = regular.at(-1);
  const airing = newest?.air_date ? { show_id: id, season_number: newest.season_number, day: newest.air_date } : null;
  const title = titleOf(id, name);
  return {
    ...title,
    created_by: [],
    credits: { ...title.credits, crew: [] },
    episode_run_time: [45],
    first_air_date: premiere,
    in_production: true,
    languages: ['en'],
    last_air_date: newest?.air_date ?? null,
    last_episode_to_air: airing && episodeOf(airing, 1, airing.day, 'standard'),
    next_episode_to_air: airing && episodeOf(airing, 2, weekAfter(airing.day), 'finale'),
    networks: [{ id: 8001, logo_path: '/network.png', name: 'Relay Net', origin_country: 'US' }],
    number_of_episodes: regular.reduce((sum, season) => sum + season.episode_count, 0),
    number_of_seasons: regular.length,
    original_name: name,
    status: 'Returning Series',
    type: 'Scripted',
    vote_average: WHOLE_VOTE,
    external_ids: externalIdsOf(id, tvdb_id === undefined ? 1_000_000 + id : tvdb_id),
    content_ratings: { results: [{ iso_3166_1: 'US', descriptors: [], rating: 'TV-14' }] },
    keywords: { results: KEYWORDS },
    translations: translationsOf('name', [{ language: 'en', country: 'US' }]),
    ...given,
    seasons,
  };
}

/** The series as a row of a list. */
export function seriesRowOf(series: TmdbSeries): Record<string, unknown> {
  const { first_air_date, name, origin_country, original_name } = series;
  return { ...titleRowOf(series), first_air_date, name, origin_country, original_name };
}

/** What is filed under an id of another catalog: series by their ids of TheTVDB. Source: TMDB v3, GET /find/{external_id}. */
export function seriesFoundBy(
  all: Iterable<TmdbSeries>,
  id: string | undefined,
  { external_source }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const isIt = ({ external_ids }: TmdbSeries): boolean =>
    external_source === 'tvdb_id' && String(external_ids.tvdb_id ?? '') === id;
  const series = [...all].filter(isIt).map((one) => ({ ...seriesRowOf(one), media_type: 'tv' }));
  const none = { movie_results: [], person_results: [], tv_episode_results: [], tv_season_results: [] };
  return { ...none, tv_results: series };
}

/** The detail of the series, with the appended parts that were asked for. */
export function seriesDetailOf(series: TmdbSeries, appended: readonly string[]): Record<string, unknown> {
  return withParts(series, PARTS, appended);
}

function seasonOf(seriesId: number, premiere: string, given: TmdbSeasonGiven): TmdbSeason {
  const { season_number } = given;
  return {
    air_date: premiere || null,
    episode_count: 8,
    id: seriesId * 100 + season_number,
    name: season_number === 0 ? 'Specials' : `Season ${season_number}`,
    overview: '',
    poster_path: `/season-${seriesId}-${season_number}.jpg`,
    vote_average: WHOLE_VOTE,
    ...given,
  };
}

function episodeOf(
  { show_id, season_number }: { readonly show_id: number; readonly season_number: number },
  number: number,
  air_date: string,
  episode_type: string,
): object {
  return {
    id: (show_id * 100 + season_number) * 100 + number,
    name: `Episode ${number}`,
    overview: '',
    vote_average: 0,
    vote_count: 0,
    air_date,
    episode_number: number,
    episode_type,
    production_code: '',
    runtime: 45,
    season_number,
    show_id,
    still_path: '/still.jpg',
  };
}

/**
 * A season of the series with its episodes, which air weekly from its premiere; undefined where it has no such season.
 */
export function seasonDetailOf(
  { id: show_id, networks, seasons }: TmdbSeries,
  number: number,
): Record<string, unknown> | undefined {
  const season = seasons.find(({ season_number }) => season_number === number);
  if (!season) return undefined;
  const { episode_count, ...rest } = season;
  let day = season.air_date;
  const episodes = Array.from({ length: episode_count }, (_, place) => {
    const episode = episodeOf({ show_id, season_number: number }, place + 1, day ?? '', 'standard');
    day = day && weekAfter(day);
    return { ...episode, crew: [], guest_stars: [] };
  });
  return { ...rest, _id: `season-${rest.id}`, episodes, networks };
}

function weekAfter(day: string): string {
  return new Date(Date.parse(day) + 7 * 86_400_000).toISOString().slice(0, 'YYYY-MM-DD'.length);
}

function externalIdsOf(seriesId: number, tvdb_id: number | null): TmdbSeries['external_ids'] {
  return {
    imdb_id: `tt${String(seriesId).padStart(7, '0')}`,
    freebase_mid: null,
    freebase_id: null,
    tvdb_id,
    tvrage_id: null,
    wikidata_id: null,
    facebook_id: null,
    instagram_id: null,
    twitter_id: null,
  };
}
