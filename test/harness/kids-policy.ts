import { Database } from '../../src/core/database/database.js';
import { UserContentPolicyRow } from '../../src/modules/users/tables/people.entity.js';
import type { App, Session } from './start-app.js';

/** A content policy as the wire has it. */
interface PolicyFields {
  readonly max_movie_rating?: string;
  readonly max_tv_rating?: string;
  readonly rating_region?: string;
  readonly block_unrated?: boolean;
  readonly blocked_movie_genres?: readonly number[];
  readonly blocked_tv_genres?: readonly number[];
}

/** Makes an account a kids account: up to PG and TV-PG of the US, without what is unrated, where nothing else is said. */
export async function limitContent(admin: Session, kid: Session, policy: PolicyFields = {}): Promise<void> {
  const body = { max_movie_rating: 'PG', max_tv_rating: 'TV-PG', ...policy };
  const answer = await admin.put(`/api/admin/users/${kid.userId}/content-policy`, body);
  if (answer.status !== 200) throw new Error(`no content policy: ${answer.status} ${answer.text}`);
}

/** Damages what is stored of a kids account's policy, so that nobody can read it. */
export async function damagePolicy(app: App, kid: Session): Promise<void> {
  const damaged = { blockedMovieGenres: 'not to be read' };
  await app.get(Database).write((tx) => tx.update(UserContentPolicyRow, { userId: kid.userId }, damaged));
}

/** What the metadata provider says of a film's rating in the US. */
export const ratedFilm = (
  certification: string,
): { readonly release_dates: { readonly results: readonly object[] } } => ({
  release_dates: { results: [{ iso_3166_1: 'US', release_dates: [{ certification, type: 3 }] }] },
});
