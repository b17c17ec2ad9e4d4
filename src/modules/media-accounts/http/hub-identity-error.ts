import type { IdentityState } from '../accounts/hub-identity-states.service.js';

/**
 * Why an account at the hub can't sign its person in; undefined where that isn't so, and on other servers. Source: doc 1 section 4,
 * Hub sign-in.
 */
export const hubIdentityError = (state: IdentityState | null): string | undefined =>
  state === 'conflict' ? CONFLICT : undefined;

const CONFLICT = 'this account at the hub, or another one of this user, is used to sign in already';
