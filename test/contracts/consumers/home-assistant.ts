import { under, type Consumer, type Fields } from './consumer.js';

/** Its models have no default for these: a body without one of them can't be read at all, nor can its list. */
const USER: Fields = {
  id: 'integer',
  email: 'text',
  avatar: 'text',
  username: ['text', 'null'],
  plexUsername: ['text', 'null'],
  plexId: ['integer', 'null'],
  movieQuotaLimit: ['integer', 'null'],
  movieQuotaDays: ['integer', 'null'],
  tvQuotaLimit: ['integer', 'null'],
  tvQuotaDays: ['integer', 'null'],
  createdAt: 'moment',
  updatedAt: 'moment',
  requestCount: 'integer',
  displayName: 'text',
  permissions: 'integer',
  recoveryLinkExpirationDate: ['day', 'null'],
  userType: ['integer', 'null'],
};

const REQUEST: Fields = {
  id: 'integer',
  // Of the versions seen it knows 1, 2, 3 and 5: a page with a request that failed can't be read, ours or the tracker's.
  status: [1, 2, 3, 4, 5],
  createdAt: 'moment',
  updatedAt: 'moment',
  is4k: 'flag',
  ...under('requestedBy', USER),
  ...under('modifiedBy?', USER),
};

const MEDIA: Fields = {
  id: 'integer',
  tmdbId: ['integer', 'null'],
  tvdbId: ['integer', 'null'],
  imdbId: ['text', 'null'],
  mediaType: 'text',
  status: [1, 2, 3, 4, 5],
  createdAt: 'moment',
  updatedAt: 'moment',
};

/** What it copes without. */
const USER_MORE: Fields = { jellyfinUsername: ['text', 'null'], jellyfinUserId: ['text', 'null'] };

/**
 * The Overseerr integration of Home Assistant, with the library python-overseerr.
 *
 * Source: github.com/home-assistant/core, homeassistant/components/overseerr, __init__.py of commit
 * 0505dd844a16affb56bb091c76c1ae319098cd4e and later, coordinator.py of 6aea3a8c27dd645238a79e36277ab8f3f316de30 and
 * later, config_flow.py of 99731da49e3a768ff27c31888e0adb0ceae1e363, sensor.py of
 * 437066f52f56a58d600ebf032b9d1391e2ceda44, services.py of 03d9426670ac575f82fc6978b5cfbe5119d6eb8b;
 * github.com/joostlek/python-overseerr, src/python_overseerr/models.py of commit
 * 5a7a3efa90d8c03e415f5646900c59fef77675df and overseerr.py of 2a28473ef7087d6d333751b13fe56bb80658343f.
 */
export const HOME_ASSISTANT: Consumer = {
  name: 'Home Assistant',
  calls: [
    {
      call: 'GET /request/count',
      why: 'setting up, and every five minutes for the sensors',
      insists: {
        total: 'integer',
        movie: 'integer',
        tv: 'integer',
        pending: 'integer',
        approved: 'integer',
        declined: 'integer',
        processing: 'integer',
        available: 'integer',
      },
    },
    {
      call: 'GET /status',
      why: 'the version of the device',
      insists: { version: 'text', updateAvailable: 'flag', commitsBehind: 'integer', restartRequired: 'flag' },
    },
    ...['', '?filter=pending', '?filter=available&sort=modified', '?filter=failed', '?requestedBy={user}'].map(
      (query) => ({
        call: `GET /request${query}`,
        why: 'the action get_requests',
        insists: {
          results: 'list',
          ...under('results[]', REQUEST),
          ...under('results[].media', MEDIA),
        } satisfies Fields,
        reads: { ...under('results[].requestedBy', USER_MORE), 'results[].seasonCount': 'integer' } satisfies Fields,
      }),
    ),
    {
      call: 'GET /movie/{film}',
      why: 'get_requests, for each film in its answer',
      insists: {
        id: 'integer',
        adult: 'flag',
        budget: 'integer',
        genres: 'list',
        'genres[].id': 'integer',
        'genres[].name': 'text',
        originalLanguage: 'text',
        originalTitle: 'text',
        popularity: 'number',
        releaseDate: 'day',
        revenue: 'integer',
        title: 'text',
        voteAverage: 'number',
        voteCount: 'integer',
        imdbId: ['text', 'null'],
        overview: 'text',
        runtime: 'integer',
        tagline: 'text',
        keywords: 'list',
        ...under('mediaInfo', MEDIA),
        'mediaInfo.requests': 'list',
        ...under('mediaInfo.requests[]', REQUEST),
      },
    },
    {
      call: 'GET /tv/{series}',
      why: 'get_requests, for each series in its answer',
      insists: {
        id: 'integer',
        firstAirDate: 'day',
        genres: 'list',
        languages: 'list',
        lastAirDate: 'day',
        name: 'text',
        numberOfEpisodes: 'integer',
        numberOfSeasons: 'integer',
        originalLanguage: 'text',
        originalName: 'text',
        tagline: 'text',
        overview: 'text',
        popularity: 'number',
        seasons: 'list',
        'seasons[].id': 'integer',
        'seasons[].name': 'text',
        'seasons[].overview': 'text',
        'seasons[].seasonNumber': 'integer',
        'seasons[].episodeCount': 'integer',
        'seasons[].airDate': ['day', 'null'],
        'seasons[].posterPath': ['text', 'null'],
        'lastEpisodeToAir.id': 'integer',
        'lastEpisodeToAir.name': 'text',
        'lastEpisodeToAir.overview': 'text',
        'lastEpisodeToAir.episodeNumber': 'integer',
        'lastEpisodeToAir.stillPath': ['text', 'null'],
        keywords: 'list',
        ...under('mediaInfo', MEDIA),
        'mediaInfo.requests': 'list',
        ...under('mediaInfo.requests[]', REQUEST),
      },
    },
  ],
  distinguishes: [
    {
      call: 'GET /request/count',
      when: 'the key is wrong',
      status: 403,
      makes: 'it asks its owner for a new key; of every other refusal it tries again',
    },
    {
      call: 'GET /request/count',
      when: 'the library can’t be read',
      status: 503,
      makes: 'the sensors are unavailable until the next round',
    },
  ],
  outside: [
    {
      call: 'GET /settings/notifications/webhook',
      means: 'it can’t have itself called: a line in its log, no events, and figures that are up to five minutes old',
    },
    {
      call: 'POST /settings/notifications/webhook/test',
      means: 'not reached, since the settings before it are not there',
    },
    { call: 'POST /settings/notifications/webhook', means: 'not reached, since the settings before it are not there' },
    { call: 'GET /issue/count', means: 'its library offers it; no sensor of the version seen asks' },
    { call: 'GET /search?query=relay', means: 'the action search_media fails' },
    { call: 'POST /request', means: 'the action request_media fails' },
    { call: 'GET /discover/watchlist', means: 'its library offers it; the integration doesn’t ask' },
    { call: 'GET /auth/me', means: 'earlier versions tested the connection by it' },
  ],
};
