import { BASE_PATH } from '../app/base-path.js';

/** A choice that this browser keeps; null for none, and where it keeps nothing. */
export function kept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing has the choice until the next reload. */
export function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    return;
  }
}

/** Another server, below another path of this host, has names of its own. */
const OF_ACCOUNTS = `usher-account${BASE_PATH}/`;

/** The name under which something is kept for an account alone: it is forgotten when the session ends. */
export const nameOf = (accountId: number, what: string): string => `${OF_ACCOUNTS}${accountId}/${what}`;

/** Forgets what is kept for accounts. */
export function forgetAccounts(): void {
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith(OF_ACCOUNTS)) localStorage.removeItem(name);
  } catch {
    return;
  }
}
