import type { RefusedSignIn } from '../errors/app-error.js';
import type { Log } from '../logging/log.js';
import { clientAddress } from './client-address.js';

/**
 * Logs a refused sign-in, with the client's address: docs/operations.md has patterns that read the line. The address comes
 * first: a reader must not have to search for it behind names that callers chose. A name that may be an e-mail address, as
 * accounts of people from elsewhere have, is left out: the log holds none.
 */
export function logRefusedSignIn(
  log: Log,
  { ip, requestId: request }: { readonly ip?: string; readonly requestId?: string },
  { reason, account }: RefusedSignIn,
): void {
  const named = account?.includes('@') ? undefined : account;
  log.warn('sign-in refused', { address: clientAddress(ip), reason, account: named, request });
}
