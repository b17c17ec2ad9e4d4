import type { FollowedTitle } from '../follows/follows.repository.js';

/** A title that the caller follows. Source: issue 24, Follow a title. */
export interface FollowView {
  readonly media_type: 'movie' | 'tv';
  readonly tmdb_id: number;
  readonly instance_id: string;
}

/** The titles that the caller follows, the latest first: 200 at most. */
export interface FollowsView {
  readonly follows: readonly FollowView[];
}

export const followView = ({ mediaType, tmdbId, instanceId }: FollowedTitle): FollowView => ({
  media_type: mediaType,
  tmdb_id: tmdbId,
  instance_id: instanceId,
});
