import type { ReadTx } from '../../../core/database/database.js';
import type { HubIdentitiesRepository } from '../../users/users.public.js';

/**
 * Does the account at the hub sign somebody in here? Sharing a server changes nothing about that.
 *
 * | state | meaning |
 * |---|---|
 * | linked | it signs this person in |
 * | unlinked | it signs nobody in, nor does another one this person |
 * | conflict | it signs somebody else in, or another one signs this person in |
 */
export type IdentityState = 'linked' | 'unlinked' | 'conflict';

export async function hubIdentityState(
  identities: HubIdentitiesRepository,
  tx: ReadTx,
  userId: number,
  hubAccountId: string,
): Promise<IdentityState> {
  const own = await identities.ofUser(tx, userId);
  if (own?.hubAccountId === hubAccountId) return 'linked';
  return own || (await identities.find(tx, hubAccountId)) ? 'conflict' : 'unlinked';
}

/** Why an account at the hub can't sign its person in; undefined where that isn't so, and on other servers. */
export const hubIdentityError = (state: IdentityState | null): string | undefined =>
  state === 'conflict' ? CONFLICT : undefined;

const CONFLICT = 'this account at the hub, or another one of this user, is used to sign in already';
