import type { RatingCaps } from '../domain/person-forms.js';
import { api, bodyOf, type Schemas } from './client.js';

/** A link that lets somebody in, as the server answers it. */
export type MadeLink = Schemas['ConnectTokenView'];

/** Makes an account and a link that signs it in. An account that has the name already is refused, and nothing of it changes. */
export const invitePerson = (name: string): Promise<MadeLink> =>
  bodyOf(api.POST('/api/admin/connect-token', { body: { name, server_url: window.location.origin, new_only: true } }));

/** Makes a link that signs in somebody who has this name. */
export const makeSignInLink = (name: string): Promise<MadeLink> =>
  bodyOf(api.POST('/api/admin/connect-token', { body: { name, server_url: window.location.origin } }));

/** The account of a link that was made just now. */
async function accountOf(name: string): Promise<Schemas['UserRowView']> {
  const users = await bodyOf(api.GET('/api/admin/users'));
  // The server composes what was typed in parts.
  const found = users.find(({ username }) => username === name || username === name.normalize('NFC'));
  if (!found) throw new Error('the account of the link is not there');
  return found;
}

/**
 * Limits what the account may see that {@link invitePerson} has made just now, as a child's. It may be done once more. Limits
 * that are there already stay: they may be stricter.
 *
 * @returns the limits that hold, with a warning where accounts are made at sign-in
 */
export async function limitInvited(name: string, caps: RatingCaps): Promise<Schemas['ContentPolicyView']> {
  const { id, child } = await accountOf(name);
  const params = { path: { userID: id } };
  if (child) return bodyOf(api.GET('/api/admin/users/{userID}/content-policy', { params }));
  const body = {
    max_movie_rating: caps.movie,
    max_tv_rating: caps.tv,
    rating_region: caps.region,
    block_unrated: true,
  };
  return bodyOf(api.PUT('/api/admin/users/{userID}/content-policy', { params, body }));
}

/** How somebody may sign in once the link is used up. */
export interface InvitedWays {
  readonly password: boolean;
  readonly passkey: boolean;
}

/** Allows the account the ways that are named; what it may already do stays. It may be done once more. */
export async function allowInvited(name: string, ways: InvitedWays): Promise<void> {
  const { id, password_enabled: hasPassword, passkey_enabled: hasPasskey } = await accountOf(name);
  const body = {
    ...(ways.password && !hasPassword ? { password_enabled: true } : {}),
    ...(ways.passkey && !hasPasskey ? { passkey_enabled: true } : {}),
  };
  if (Object.keys(body).length === 0) return;
  await bodyOf(api.PATCH('/api/admin/users/{userID}/auth-methods', { params: { path: { userID: id } }, body }));
}
