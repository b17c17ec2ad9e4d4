import { holdersAfter, type ManyChanges } from '../domain/many-people.js';
import { allowanceBody } from '../domain/person-forms.js';
import type { Person } from '../domain/people.js';
import { adminKeys } from './admin-keys.js';
import type { Instance } from './admin-queries.js';
import { api, bodyOf } from './client.js';
import { holdersQuery, saveHolders } from './holder-queries.js';

/** What everybody may ask for, and what is left of it, in one call. */
export const limitsQuery = () => ({
  queryKey: adminKeys.limits,
  queryFn: async () => (await bodyOf(api.GET('/api/admin/users/limits'))).users,
});

/** The kinds that have an allowance, by their keys in forms. */
export const ALLOWANCE_KINDS = {
  movie: { media_type: 'movie' },
  tv: { media_type: 'tv' },
  ebook: { media_type: 'book', book_format: 'ebook' },
  audiobook: { media_type: 'book', book_format: 'audiobook' },
  music: { media_type: 'music' },
} as const;

/** Gives these people libraries and media servers, or takes them away. Others keep what they have. */
export async function changeLibraries(
  people: readonly number[],
  instances: readonly Instance[],
  { libraries }: Pick<ManyChanges, 'libraries'>,
): Promise<void> {
  for (const instance of instances) {
    const change = libraries[instance.id];
    if (change === undefined) continue;
    const { ids } = await holdersQuery(instance).queryFn();
    await saveHolders(instance, ids, holdersAfter(ids, people, change));
  }
}

/** Changes what one of several people may ask for and see. Administrators have no limits. */
export async function changePerson(
  { id, isAdmin, isChild }: Pick<Person, 'id' | 'isAdmin' | 'isChild'>,
  { approval, allowances, limits }: ManyChanges,
): Promise<void> {
  const params = { path: { userID: id } };
  if (approval !== undefined) {
    const now = await bodyOf(api.GET('/api/admin/users/{userID}/request-settings', { params }));
    const { allow_season_choice, season_scope, allow_quality_choice } = now;
    const { quality_profile_movie_manager, quality_profile_tv_manager } = now;
    const body = {
      require_approval: approval,
      allow_season_choice,
      season_scope,
      allow_quality_choice,
      quality_profile_movie_manager,
      quality_profile_tv_manager,
    };
    await bodyOf(api.PUT('/api/admin/users/{userID}/request-settings', { params, body }));
  }
  if (isAdmin) return;
  const kinds = Object.entries(ALLOWANCE_KINDS).flatMap(([key, kind]) => {
    const choice = allowances[key];
    return choice ? [allowanceBody(kind, choice)] : [];
  });
  if (kinds.length > 0)
    await bodyOf(api.PUT('/api/admin/users/{userID}/request-quotas', { params, body: { allowances: kinds } }));
  if (limits !== undefined) {
    const body = {
      ...(isChild && (await hiddenFrom(id))),
      ...{ max_movie_rating: limits.movie, max_tv_rating: limits.tv, rating_region: limits.region },
    };
    await bodyOf(api.PUT('/api/admin/users/{userID}/content-policy', { params, body }));
  }
}

/** What is hidden from a child beside what its ratings hide. It is said again with new ratings: what isn't said would be shown. */
async function hiddenFrom(id: number) {
  const params = { path: { userID: id } };
  const now = await bodyOf(api.GET('/api/admin/users/{userID}/content-policy', { params }));
  const { block_unrated, blocked_movie_genres, blocked_tv_genres } = now;
  return { block_unrated, blocked_movie_genres, blocked_tv_genres };
}

/** Takes over accounts of a media server: who isn't here gets an account, and a link to sign in. */
export const importPeople = async (server: string, ids: readonly string[], manages: boolean) =>
  (
    await bodyOf(
      api.POST('/api/admin/media-servers/{instanceID}/import', {
        params: { path: { instanceID: server } },
        body: { remote_user_ids: [...ids], manage_access: manages, server_url: window.location.origin },
      }),
    )
  ).results;
