import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl } from '../../../core/text/urls.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ConnectFacts } from '../../users/users.public.js';

/** Where a link sends an app, and who said so. Source: doc 3 section 1.9. */
export interface LinkOrigin {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The configured external address, or the one that the administrator's app uses. */
  readonly source: 'external_address' | 'app';
}

/**
 * Which address of this server do links carry? The external address where one is configured, else the one that the
 * administrator's app uses. Of both only the origin counts.
 *
 * @param externalAddress null when none is configured
 * @param serverUrl empty when the app says nothing
 * @throws AppError 400
 */
export function linkOrigin(externalAddress: string | null, serverUrl: string): LinkOrigin {
  if (externalAddress !== null) return { origin: originOf(externalAddress), source: 'external_address' };
  if (serverUrl === '') throw badRequest('server_url required');
  return { origin: originOf(serverUrl), source: 'app' };
}

function originOf(address: string): string {
  const url = parsedUrl(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw badRequest('server_url must be an http or https address');
  return url.origin;
}

/**
 * The link that opens the app and signs it in. Source: doc 3 section 1.9.
 *
 * @param server the address at which the app finds this server
 */
export const connectLink = (token: Secret, server: string): Secret =>
  Secret.of(`usher://connect?token=${token.reveal()}&server=${encodeURIComponent(server)}`);

/** What becomes of a presented connect token. Source: doc 3 section 1.1, the errors of connect. */
export type ConnectVerdict = 'redeem' | 'not_found' | 'used' | 'expired';

/**
 * Judges a connect token by what is known of it. A used one is called used even after it has expired, and one whose issuer
 * may hand out none any more is called by no other name than one that never was.
 */
export function judgeConnect(facts: ConnectFacts | null, now: number): ConnectVerdict {
  if (!facts) return 'not_found';
  if (facts.redeemedAt !== null) return 'used';
  if (!facts.issuerStands) return 'not_found';
  return now < facts.expiresAt ? 'redeem' : 'expired';
}
