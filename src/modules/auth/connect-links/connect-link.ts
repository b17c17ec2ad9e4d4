import { Secret } from '../../../core/secrets/secret.js';
import type { ConnectFacts } from '../../users/users.public.js';

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
