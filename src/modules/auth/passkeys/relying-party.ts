import { badRequest } from '../../../core/errors/app-error.js';
import { parsedUrl } from '../../../core/text/urls.js';
import type { ReachedBy } from './passkey-surroundings.js';

/** For whom a passkey is good, as the request that asks for it has reached the server. */
export interface RelyingParty {
  /** The host without its port, in lower case. Source: doc 3 section 1.8, RP id. */
  readonly rpId: string;
  /** Scheme, host and port, as browsers write them: `https://media.example`. */
  readonly origin: string;
}

/** The most characters of a host name. Source: RFC 1035 section 2.3.4. */
const LONGEST_HOST = 253;

/** A name, an address, or an address in brackets, and perhaps a port. */
const HOST = /^(?:[^\s/\\?#@[\]:]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * The relying party of a request. A port belongs to the origin alone. Source: doc 3 section 1.8, issue 19 section 2.
 *
 * @throws AppError 400 for a host that no browser could have named
 */
export function relyingParty({ secure, host }: ReachedBy): RelyingParty {
  const url = HOST.test(host) ? parsedUrl(`${secure ? 'https' : 'http'}://${host}`) : null;
  const rpId = url?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (!url || rpId === '' || rpId.length > LONGEST_HOST) throw badRequest('passkeys can not be used at this address');
  return { rpId, origin: url.origin };
}
