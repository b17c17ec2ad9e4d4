import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ConnectFacts } from '../../users/users.public.js';

export interface LinkOrigin {
  readonly origin: string;
  /** The configured external address, or the one that the administrator's app uses. */
  readonly source: 'external_address' | 'app';
}

/**
 * The origin that links carry. @param serverUrl as the app uses it, where no external address is configured; or empty @throws AppError 400
 */
export function linkOrigin(externalAddress: string | null, serverUrl: string): LinkOrigin {
  if (externalAddress !== null) return { origin: originOf(externalAddress), source: 'external_address' };
  if (serverUrl === '') throw badRequest('required', 'server_url required', { name: 'server_url' });
  return { origin: originOf(serverUrl), source: 'app' };
}

function originOf(address: string): string {
  const url = parsedUrl(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw badRequest('not_a_web_address', 'server_url must be an http or https address', { name: 'server_url' });
  return url.origin;
}

/** The link that opens the app and signs it in. @param server the address at which the app finds this server */
export const connectLink = (token: Secret, server: string): Secret =>
  Secret.of(`usher://connect?token=${token.reveal()}&server=${encodeURIComponent(server)}`);

export type ConnectVerdict = 'redeem' | 'not_found' | 'used' | 'expired';

/** Judges a connect token. A used one stays "used" after its expiry. One whose issuer may invite no longer is "not found". */
export function judgeConnect(facts: ConnectFacts | null, now: number): ConnectVerdict {
  if (!facts) return 'not_found';
  if (facts.redeemedAt !== null) return 'used';
  if (!facts.issuerStands) return 'not_found';
  return now < facts.expiresAt ? 'redeem' : 'expired';
}
