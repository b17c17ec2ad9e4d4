import { under, type Consumer, type Fields } from './consumer.js';

/**
 * Maintainerr, which cleans up libraries by rules.
 *
 * Source: github.com/Maintainerr/Maintainerr, apps/server/src/modules/api/seerr-api/seerr-api.service.ts of commit
 * 380e277bf1f27cd17ac11918ab34043dac19989c (one call per title) and the later one that reads all requests in one sweep;
 * apps/server/src/modules/rules/getter/seerr-getter.service.ts of commit 8f768c4722d02a7ec73c425e1c2cae470e3ccadd and
 * later; apps/server/src/modules/api/external-api/external-api.service.ts of commit
 * 686cd1e6ada35da1906528102c178a0b28178ad0 (deadline of ten seconds, three retries of 5xx).
 */
const REQUEST: Fields = {
  id: 'integer',
  type: 'text',
  status: [1, 2, 3, 4, 5],
  createdAt: 'moment',
  updatedAt: 'moment',
  'requestedBy.id': 'integer',
  'requestedBy.username': 'text',
  'requestedBy.plexUsername': ['text', 'null'],
  'requestedBy.jellyfinUsername': ['text', 'null'],
  'requestedBy.userType': [1, 2, 3, 4],
  seasons: 'list',
};

const SEASON: Fields = { seasonNumber: 'integer', status: [1, 2, 3, 4, 5] };

/**
 * `mediaAddedAt` is null of TV (doc 2) and of a film without a known day of import. A rule on that date takes null for 1970
 * once the title is there: `new Date(null)`, where the status is 4 or more. docs/other-tools.md warns of it.
 */
const MEDIA: Fields = {
  id: 'integer',
  tmdbId: 'integer',
  status: [1, 3, 4, 5],
  updatedAt: 'moment',
  mediaAddedAt: ['moment', 'null'],
};

export const MAINTAINERR: Consumer = {
  name: 'Maintainerr',
  calls: [
    {
      call: 'GET /settings/about',
      why: 'the test of the connection',
      insists: { version: 'text' },
    },
    {
      call: 'GET /status',
      why: 'what it is connected to',
      reads: { version: 'text', commitTag: 'text', updateAvailable: 'flag', commitsBehind: 'integer' },
    },
    {
      call: 'GET /request?take=100&skip=0&filter=all',
      why: 'the sweep that rules are answered from; it groups by media.tmdbId and orders by createdAt itself',
      insists: {
        'pageInfo.page': 'integer',
        'pageInfo.pages': 'integer',
        results: 'list',
        'results[].media.tmdbId': 'integer',
        'results[].createdAt': 'moment',
      },
      reads: {
        ...under('results[]', REQUEST),
        ...under('results[].seasons[]', SEASON),
        ...under('results[].media', MEDIA),
      },
    },
    {
      call: 'GET /user?take=50&skip=0',
      why: 'whom a rule may name; it turns the page while page < pages',
      insists: { 'pageInfo.page': 'integer', 'pageInfo.pages': 'integer', results: 'list' },
      reads: {
        'results[].id': 'integer',
        'results[].username': 'text',
        'results[].plexUsername': ['text', 'null'],
        'results[].displayName': 'text',
        'results[].email': 'text',
        'results[].avatar': 'text',
        'results[].userType': [1, 2, 3, 4],
        'results[].plexId': ['integer', 'null'],
        'results[].permissions': [2, 32],
        'results[].createdAt': 'moment',
        'results[].updatedAt': 'moment',
        'results[].requestCount': 'integer',
      },
    },
    {
      call: 'GET /movie/{film}',
      why: 'rules on one film: who asked, how often, when it was approved and added; and what is to be deleted',
      insists: { 'mediaInfo.id': 'integer', 'mediaInfo.requests': 'list' },
      reads: {
        id: 'integer',
        releaseDate: 'day',
        ...under('mediaInfo', MEDIA),
        ...under('mediaInfo.requests[]', REQUEST),
      },
    },
    {
      call: 'GET /tv/{series}',
      why: 'rules on one series and its seasons',
      insists: {
        'mediaInfo.id': 'integer',
        'mediaInfo.requests': 'list',
        'mediaInfo.requests[].seasons': 'list',
        ...under('mediaInfo.requests[].seasons[]', SEASON),
      },
      reads: {
        id: 'integer',
        firstAirDate: 'day',
        ...under('mediaInfo', MEDIA),
        ...under('mediaInfo.requests[]', REQUEST),
        ...under('mediaInfo.requests[].media', MEDIA),
      },
    },
    {
      call: 'GET /tv/{series}/season/{season}',
      why: 'rules on the day on which a season or an episode aired',
      reads: {
        id: 'integer',
        name: 'text',
        seasonNumber: 'integer',
        airDate: ['day', 'null'],
        episodes: 'list',
        'episodes[].id': 'integer',
        'episodes[].name': 'text',
        'episodes[].seasonNumber': 'integer',
        'episodes[].episodeNumber': 'integer',
        'episodes[].airDate': ['day', 'null'],
      },
    },
    { call: 'DELETE /request/{pending}', why: 'a season was removed: its requests go too', answers: 204 },
    { call: 'DELETE /media/{media}', why: 'a title was removed: it goes from the tracker too', answers: 204 },
    // It does so when nobody asked for a season that it removed, with the id of the provider in place of a media id.
    { call: 'DELETE /media/{nobody’s}', why: 'nothing is known of the title: not a failure', answers: 204 },
  ],
  distinguishes: [
    {
      call: 'GET /settings/about',
      when: 'the key is wrong',
      status: 403,
      makes: 'an invalid key, in the words that it shows',
    },
    {
      call: 'GET /movie/{film}',
      when: 'the library can’t be read',
      status: 503,
      makes: 'not reachable for now: the title is kept, never taken for one that nobody asked for',
    },
    {
      call: 'GET /request?take=100&skip=0&filter=all',
      when: 'the library can’t be read',
      status: 503,
      makes: 'not reachable for now: the whole run is left out',
    },
    { call: 'GET /tv/{series}', when: 'the title is unknown', status: 404, makes: 'nothing is known of the title' },
    {
      call: 'DELETE /request/{pending}',
      when: 'the request is gone',
      status: 404,
      makes: 'nothing, beside a line in its log',
    },
  ],
  outside: [],
};
