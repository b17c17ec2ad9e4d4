import type { KeyGaps } from './described-keys.js';

const text = { type: 'string' };
const number = { type: 'number' };
const textOrNull = { type: 'string', nullable: true };
const numberOrNull = { type: 'number', nullable: true };

/**
 * Keys of the tracker's document that this service can't know, must not reveal, or can't list in full; each with the reason.
 * Whatever isn't here has to be there, in every state of a request.
 */
const UNKNOWABLE = {
  // Users.
  'User.plexToken': 'a credential of the account: it never leaves',
  'User.jellyfinAuthToken': 'a credential of the account: it never leaves',

  // Requests.
  'MediaRequest.rootFolder': 'a path of the household’s machine; which folder a library chose is not kept either',
  'MediaRequest.media.requests':
    'a request says which title it is for, the title doesn’t say again who asked for it: no end',

  // The server.
  'GET /settings/about.appDataPath': 'where the server keeps its data is nobody’s business',

  // What a title is absent from.
  'MovieDetails.mediaInfo': 'missing where nobody asked and no library has it',
  'TvDetails.mediaInfo': 'missing where nobody asked and no library has it',

  // Facts of the metadata provider that cost a call of their own and that no known consumer reads.
  'MovieDetails.watchProviders': 'where else a title can be watched is another list of the provider',
  'TvDetails.watchProviders': 'where else a title can be watched is another list of the provider',
  'MovieDetails.externalIds.facebookId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.freebaseId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.freebaseMid': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.instagramId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.tvdbId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.tvrageId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.externalIds.twitterId': 'of a film the provider’s answer has its IMDb id alone',
  'MovieDetails.releases.results.rating': 'the provider gives ratings with the single dates',
  'TvDetails.seasons.episodes': 'the list of episodes of a season is an answer of its own',
  'TvDetails.credits.cast.castId': 'the provider numbers the roles of films alone',
} as const;

/** Keys that may be null although the document doesn't say so. */
const NULLABLE = {
  'User.plexUsername': 'nobody is linked to the hub',
  'MovieDetails.imdbId': 'the provider knows none',
  'MovieDetails.backdropPath': 'the provider has no picture',
  'MovieDetails.posterPath': 'the provider has no picture',
  'MovieDetails.collection': 'it belongs to none',
  'MovieDetails.collection.posterPath': 'the provider has no picture',
  'MovieDetails.collection.backdropPath': 'the provider has no picture',
  'TvDetails.backdropPath': 'the provider has no picture',
  'TvDetails.posterPath': 'the provider has no picture',
  'TvDetails.lastAirDate': 'nothing has aired',
  'TvDetails.lastEpisodeToAir': 'nothing has aired',
  'TvDetails.nextEpisodeToAir': 'none is announced',
  'Season.posterPath': 'the provider has no picture',
  'ProductionCompany.logoPath': 'the provider has no picture',
} as const;

/**
 * On the wire, and forgotten by the document: the table "YAML gaps" of the facts, and what the examples carry.
 * What of these can't be known here is left out: `ratingKey`, `externalServiceSlug`, `languageProfileId`, `tags`…
 */
const FORGOTTEN = {
  User: {
    plexId: numberOrNull,
    jellyfinUsername: textOrNull,
    jellyfinUserId: textOrNull,
    displayName: text,
    movieQuotaLimit: numberOrNull,
    movieQuotaDays: numberOrNull,
    tvQuotaLimit: numberOrNull,
    tvQuotaDays: numberOrNull,
  },
  MediaInfo: {
    mediaType: { type: 'string', enum: ['movie', 'tv'] },
    imdbId: textOrNull,
    mediaAddedAt: textOrNull,
    status4k: number,
    serviceId: numberOrNull,
    externalServiceId: numberOrNull,
  },
  MediaRequest: {
    type: { type: 'string', enum: ['movie', 'tv'] },
    seasonCount: number,
    seasons: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: number, seasonNumber: number, status: number, createdAt: text, updatedAt: text },
      },
    },
  },
  PageInfo: { pageSize: number },
  TvDetails: { numberOfSeasons: number },
} as const;

/** What the tracker's document gets wrong, and what of it can't be known here. */
export const SEERR_GAPS: KeyGaps = { unknowable: UNKNOWABLE, nullable: NULLABLE, forgotten: FORGOTTEN };

/** Of a title that nobody has requested, what only a request has. */
export const UNASKED_GAPS: KeyGaps = {
  ...SEERR_GAPS,
  unknowable: {
    ...UNKNOWABLE,
    'MediaInfo.createdAt': 'nobody has asked; of a film it is when its file came',
    'MediaInfo.updatedAt': 'nobody has decided; of a film it is when its file came',
  },
};
