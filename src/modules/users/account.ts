import type { Role } from '../../core/access/permissions.js';

/** The most that a name has, in bytes of UTF-8. */
export const LONGEST_NAME = 255;

/** An account as other modules know it: no credential is in it. */
export interface Account {
  readonly id: number;
  /** As typed when the account was made, in Normalization Form C. */
  readonly username: string;
  readonly role: Role;
  readonly hasPassword: boolean;
  /** The stored flag; {@link maySignInByPassword} says what holds. */
  readonly passwordEnabled: boolean;
  /** The stored flag; {@link maySignInByPasskey} says what holds. */
  readonly passkeyEnabled: boolean;
  readonly aiSharedEnabled: boolean;
  /** Empty when none is known. */
  readonly hubEmail: string;
  /** Epoch milliseconds; null while the account has not been invited to a hub. */
  readonly hubInvitedAt: number | null;
  readonly createdAt: number;
}

/** May this account use a password? Administrators always may, whatever the flag says. */
export function maySignInByPassword({ role, passwordEnabled }: Pick<Account, 'role' | 'passwordEnabled'>): boolean {
  return role === 'admin' || passwordEnabled;
}

/** May this account use passkeys? Administrators always may, whatever the flag says. */
export function maySignInByPasskey({ role, passkeyEnabled }: Pick<Account, 'role' | 'passkeyEnabled'>): boolean {
  return role === 'admin' || passkeyEnabled;
}
