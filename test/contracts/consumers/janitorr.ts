import { under, type Consumer, type Fields } from './consumer.js';

const USER: Fields = {
  id: 'integer',
  avatar: 'text',
  createdAt: 'moment',
  updatedAt: 'moment',
  email: 'text',
  permissions: 'integer',
  requestCount: 'integer',
  userType: 'integer',
  displayName: 'text',
};

/**
 * Janitorr, which deletes what is old and forgets the requests for it.
 *
 * Source: github.com/Schaka/janitorr, src/main/kotlin/com/github/schaka/janitorr/jellyseerr, JellyseerrClient.kt of
 * commit 888de71aaa16238e2e84d89d144cf94f3f3a0002, JellyseerrRestService.kt of
 * caacd0e48791ebe58168310830443367f06434f7, requests/RequestResponse.kt of 7c196cc72ea045d56ef19e60a5897770b06116e5,
 * requests/Media.kt of 1a3ead98dca6527b805800fb7f361730bf1a740c.
 */
export const JANITORR: Consumer = {
  name: 'Janitorr',
  calls: [
    {
      call: 'GET /request?take=1000&skip=0',
      why: 'all requests, to find those for a title that it deleted',
      insists: {
        'pageInfo.page': 'integer',
        'pageInfo.pages': 'integer',
        'pageInfo.results': 'integer',
        results: 'list',
        'results[].id': 'integer',
        'results[].createdAt': 'moment',
        'results[].updatedAt': 'moment',
        'results[].is4k': 'flag',
        'results[].status': 'integer',
        'results[].media.id': 'integer',
        'results[].media.status': 'integer',
        'results[].media.createdAt': 'moment',
        'results[].media.updatedAt': 'moment',
        ...under('results[].requestedBy', USER),
      },
      reads: {
        'results[].type': 'text',
        'results[].serverId': 'integer',
        'results[].media.tmdbId': 'integer',
        'results[].media.tvdbId': ['integer', 'null'],
        'results[].media.imdbId': ['text', 'null'],
        'results[].media.externalServiceId': ['integer', 'null'],
        'results[].seasons': 'list',
        'results[].seasons[].id': 'integer',
        'results[].seasons[].seasonNumber': 'integer',
        'results[].seasons[].status': 'integer',
        'results[].seasons[].createdAt': 'moment',
        'results[].seasons[].updatedAt': 'moment',
      },
    },
    { call: 'DELETE /request/{pending}', why: 'the title was deleted', answers: 204 },
  ],
  distinguishes: [],
  outside: [
    {
      call: 'GET /settings/radarr',
      means:
        'it reads the managers’ addresses when it starts and matches requests by them: it can’t forget requests here',
    },
    {
      call: 'GET /settings/sonarr',
      means:
        'it reads the managers’ addresses when it starts and matches requests by them: it can’t forget requests here',
    },
  ],
};
