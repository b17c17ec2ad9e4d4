import type { Consumer, Fields } from './consumer.js';

const REQUEST: Fields = {
  results: 'list',
  'results[].id': 'integer',
  'results[].status': [1, 2, 3, 4, 5],
  'results[].createdAt': 'moment',
  'results[].type': 'text',
  'results[].media.status': [1, 2, 3, 4, 5, 6, 7],
  'results[].media.tmdbId': 'integer',
  'results[].requestedBy.id': 'integer',
  'results[].requestedBy.displayName': 'text',
  'results[].requestedBy.avatar': 'text',
};

/**
 * The integration of Homarr, a dashboard, for its lists of requests and requesters.
 *
 * Source: github.com/homarr-labs/homarr, packages/integrations/src/overseerr/overseerr-integration.ts of commit
 * 8dbe5a93d6819aae61f7149d314fed73363684bb; packages/integrations/src/interfaces/media-requests/media-request-types.ts
 * of 2bfe2caffc5be94b3a608f53e996aa8b91ff361f.
 */
export const HOMARR: Consumer = {
  name: 'Homarr',
  calls: [
    { call: 'GET /request?take=-1&filter=pending', why: 'every request that awaits its decision', insists: REQUEST },
    { call: 'GET /request?take=20', why: 'the newest requests', insists: REQUEST },
    {
      call: 'GET /request/count',
      why: 'the figures',
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
      call: 'GET /user?take=-1',
      why: 'who asks most',
      insists: {
        results: 'list',
        'results[].id': 'integer',
        'results[].displayName': 'text',
        'results[].avatar': 'text',
        'results[].requestCount': 'integer',
      },
    },
    {
      call: 'GET /movie/{film}',
      why: 'the name and the pictures of each request’s film',
      insists: { id: 'integer', title: 'text', overview: 'text', posterPath: ['text', 'null'] },
      reads: { releaseDate: 'day', backdropPath: ['text', 'null'] },
    },
    {
      call: 'GET /tv/{series}',
      why: 'the name and the pictures of each request’s series',
      insists: {
        id: 'integer',
        name: 'text',
        overview: 'text',
        posterPath: ['text', 'null'],
        numberOfSeasons: 'integer',
        'seasons[].id': 'integer',
        'seasons[].seasonNumber': 'integer',
        'seasons[].name': 'text',
        'seasons[].episodeCount': 'integer',
      },
      reads: { firstAirDate: 'day', backdropPath: ['text', 'null'] },
    },
    { call: 'POST /request/{pending}/approve', why: 'a press of the button', reads: { id: 'integer', status: [2, 5] } },
    { call: 'POST /request/{pending}/decline', why: 'a press of the button', reads: { id: 'integer', status: [3] } },
  ],
  distinguishes: [
    { call: 'GET /request/count', when: 'the key is wrong', status: 403, makes: 'an error of authorization' },
    {
      call: 'POST /request/{pending}/approve',
      when: 'the request is gone',
      status: 404,
      makes: 'an error that it shows',
    },
  ],
  outside: [
    {
      call: 'GET /auth/me',
      means: 'the test of the connection fails, and Homarr saves no integration that failed it',
    },
    { call: 'GET /search?query=relay', means: 'its search finds no titles' },
    { call: 'POST /request', means: 'it can’t ask for titles' },
  ],
};
