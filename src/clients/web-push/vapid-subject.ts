import { isHouseholdHost } from '../../core/http/household-host.js';
import { parsedUrl } from '../../core/text/urls.js';

/** Where nobody can be named. The name is reserved, so that no mail reaches anybody. Source: RFC 2606 section 3. */
const NOBODY = 'mailto:nobody@example.com';

/** A name on the internet: Apple refuses messages that name a host of a household, such as `localhost` or `usher.lan`. */
const PUBLIC_NAME = /^(?:[a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i;
/** Names that lead nowhere at all. Source: RFC 6761 sections 6.2 and 6.4. */
const NO_NAME = /\.(?:invalid|test)$/i;

/**
 * By whom push services can reach the operator: the first of these addresses that they take. Mozilla and Apple refuse messages without
 * one. Source: RFC 8292 section 2.1, docs/upstreams/web-push.md.
 *
 * @param contacts mail addresses, or http or https addresses; null for none
 */
export function vapidSubject(contacts: readonly (string | null)[]): string {
  for (const contact of contacts) {
    const subject = contact === null ? null : subjectOf(contact);
    if (subject !== null) return subject;
  }
  return NOBODY;
}

function subjectOf(contact: string): string | null {
  const mailHost = /^[^@\s:/]+@([^@\s:/]+)$/.exec(contact)?.[1];
  if (mailHost !== undefined) return isPublic(mailHost) ? `mailto:${contact}` : null;
  const url = parsedUrl(contact);
  return url?.protocol === 'https:' && isPublic(url.hostname) ? url.href : null;
}

const isPublic = (host: string): boolean => PUBLIC_NAME.test(host) && !NO_NAME.test(host) && !isHouseholdHost(host);
