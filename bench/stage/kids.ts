import type { Household } from './household.js';
import type { Member } from './members.js';

/** Makes a member a kids account with these caps, which hides no genre. */
export function limit(household: Household, { userId }: Member, film: string, series: string): Promise<void> {
  const policy = {
    user_id: userId,
    max_movie_rating: film,
    max_tv_rating: series,
    rating_region: 'US',
    block_unrated: 1,
    blocked_movie_genres: '[]',
    blocked_tv_genres: '[]',
  };
  return household.insert('user_content_policies', [policy]);
}
