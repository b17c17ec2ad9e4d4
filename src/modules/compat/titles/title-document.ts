/** A document of the metadata provider; no member is guaranteed. */
export type Given = Readonly<Record<string, unknown>>;

function objectIn(value: unknown): Given {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Given) : {};
}

function listIn(value: unknown): readonly Given[] {
  return Array.isArray(value) ? value.map(objectIn) : [];
}

/** `poster_path` becomes `posterPath`. What the provider doesn't give is left out. */
function pickRenamed(given: Given, names: readonly string[]): Record<string, unknown> {
  const taken: Record<string, unknown> = {};
  for (const name of names) if (given[name] !== undefined) taken[camelCase(name)] = given[name];
  return taken;
}

const KNOWN = new Map<string, string>();

function camelCase(name: string): string {
  const known = KNOWN.get(name);
  if (known !== undefined) return known;
  const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  // Names come out of the lists of this program alone, so they are few.
  KNOWN.set(name, camel);
  return camel;
}

const COMMON = [
  ...['id', 'adult', 'backdrop_path', 'poster_path', 'genres', 'homepage', 'original_language', 'overview'],
  ...['popularity', 'status', 'tagline', 'vote_average', 'vote_count', 'production_countries'],
];
const OF_FILM = ['imdb_id', 'budget', 'original_title', 'release_date', 'revenue', 'runtime', 'title', 'video'];
const OF_SERIES = [
  ...['episode_run_time', 'first_air_date', 'in_production', 'languages', 'last_air_date', 'name'],
  ...['number_of_episodes', 'number_of_seasons', 'origin_country', 'original_name', 'type'],
];
const OF_COMPANY = ['id', 'logo_path', 'origin_country', 'name'];
const OF_CAST = ['id', 'cast_id', 'character', 'credit_id', 'gender', 'name', 'order', 'profile_path'];
const OF_CREW = ['id', 'credit_id', 'gender', 'name', 'job', 'department', 'profile_path'];
const OF_VIDEO = ['key', 'name', 'size', 'type', 'site'];
const OF_EPISODE = [
  ...['id', 'name', 'air_date', 'episode_number', 'overview', 'production_code', 'season_number', 'show_id'],
  ...['still_path', 'vote_average', 'vote_count'],
];
const OF_SEASON = ['id', 'air_date', 'episode_count', 'name', 'overview', 'poster_path', 'season_number'];
const EXTERNAL_IDS = [
  ...['facebook_id', 'freebase_id', 'freebase_mid', 'imdb_id', 'instagram_id', 'tvdb_id', 'tvrage_id', 'twitter_id'],
];

const VIDEOS: Readonly<Record<string, string>> = { YouTube: 'https://www.youtube.com/watch?v=' };

export function filmDocument(film: Given): Record<string, unknown> {
  const { collection } = { collection: film.belongs_to_collection };
  return {
    ...titleDocument(film, OF_FILM),
    releases: film.release_dates,
    collection: collection === null || collection === undefined ? null : collectionOf(objectIn(collection)),
    externalIds: pickRenamed(film, ['imdb_id']),
    keywords: keywordsOf(objectIn(film.keywords).keywords),
  };
}

export function seriesDocument(series: Given): Record<string, unknown> {
  return {
    ...titleDocument(series, OF_SERIES),
    // The document's own name for the number of seasons; others read the longer one.
    numberOfSeason: series.number_of_seasons,
    contentRatings: series.content_ratings,
    createdBy: listIn(series.created_by).map((one) => pickRenamed(one, ['id', 'name', 'gender', 'profile_path'])),
    lastEpisodeToAir: episodeOrNull(series.last_episode_to_air),
    nextEpisodeToAir: episodeOrNull(series.next_episode_to_air),
    networks: listIn(series.networks).map((one) => pickRenamed(one, OF_COMPANY)),
    seasons: listIn(series.seasons).map((one) => pickRenamed(one, OF_SEASON)),
    externalIds: pickRenamed(objectIn(series.external_ids), EXTERNAL_IDS),
    keywords: keywordsOf(objectIn(series.keywords).results),
  };
}

export function seasonDocument(season: Given): Record<string, unknown> {
  const episodes = listIn(season.episodes).map((one) => pickRenamed(one, OF_EPISODE));
  return { ...pickRenamed(season, OF_SEASON), episodeCount: episodes.length, episodes };
}

function titleDocument(title: Given, own: readonly string[]): Record<string, unknown> {
  const credits = objectIn(title.credits);
  return {
    ...pickRenamed(title, [...COMMON, ...own]),
    relatedVideos: listIn(objectIn(title.videos).results).map(videoOf),
    productionCompanies: listIn(title.production_companies).map((one) => pickRenamed(one, OF_COMPANY)),
    spokenLanguages: listIn(title.spoken_languages).map((one) => ({
      ...pickRenamed(one, ['english_name', 'name']),
      iso_639_1: one.iso_639_1,
    })),
    credits: {
      cast: listIn(credits.cast).map((one) => pickRenamed(one, OF_CAST)),
      crew: listIn(credits.crew).map((one) => pickRenamed(one, OF_CREW)),
    },
  };
}

function keywordsOf(keywords: unknown): readonly Record<string, unknown>[] {
  return listIn(keywords).map((one) => pickRenamed(one, ['id', 'name']));
}

function collectionOf(collection: Given): Record<string, unknown> {
  return pickRenamed(collection, ['id', 'name', 'poster_path', 'backdrop_path']);
}

function episodeOrNull(episode: unknown): Record<string, unknown> | null {
  return episode === null || episode === undefined ? null : pickRenamed(objectIn(episode), OF_EPISODE);
}

function videoOf(video: Given): Record<string, unknown> {
  const { site, key } = video;
  const place = typeof site === 'string' ? VIDEOS[site] : undefined;
  const url = place !== undefined && typeof key === 'string' ? { url: place + encodeURIComponent(key) } : {};
  return { ...url, ...pickRenamed(video, OF_VIDEO) };
}
