import { badRequest } from '../../../core/errors/app-error.js';
import { queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { NamedTitle } from '../follows/follows.service.js';

/** Which library is meant. */
export interface FollowQuery {
  /** Left out, it is the one that a request of the caller goes to. */
  readonly instance_id?: string;
}

/** The title in the path and the library in the query. @throws AppError 400 for a media type that can't be followed */
export function namedTitle(mediaType: string, tmdbId: number, query: UnvalidatedQuery<FollowQuery>): NamedTitle {
  if (mediaType !== 'movie' && mediaType !== 'tv') throw badRequest('media_type must be movie or tv');
  return { mediaType, tmdbId, instanceId: queryWord('instance_id', query.instance_id) };
}
