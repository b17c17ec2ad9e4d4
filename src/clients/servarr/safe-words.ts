import { isCredentialName } from '../../core/secrets/credential-name.js';
import { REDACTED, type Secret } from '../../core/secrets/secret.js';

const LONGEST = 300;

/** What is looked at of a text that somebody else wrote: a pattern takes longer than the text is long. */
const LOOKED_AT = 2_000;

/** A name and what it is said to be: `apikey=…`, `"password": "…"`, `Authorization: Bearer …`. */
const NAMED =
  /(?<![\w-])([\w-]{1,40})(["']?\s{0,4}[:=]\s{0,4})((?:(?:basic|bearer)\s+)?(?:"[^"]*"?|'[^']*'?|[^\s"',;&]+))/gi;

/**
 * A text of a manager, fit for an administrator's screen: one line, at most 300 characters, without our secrets, without what
 * is named as a credential of anybody, and without the parts of addresses that may hold one (user info, query). Members never
 * see it. Source: doc 3 §3.3, limits.
 */
export function safeWords(text: string, secrets: readonly Secret[]): string {
  // The secrets first: what is cut or taken out may be a part of one.
  const words = secrets
    .flatMap((secret) => writingsOf(secret.reveal()))
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, REDACTED), text)
    .slice(0, LOOKED_AT)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(?<!\w)(\w{1,20}:\/\/)[^\s/@]*@/g, '$1')
    .replace(/(?<!\w)(\w{1,20}:\/\/[^\s?#]*)[?#]\S*/g, '$1')
    .replace(NAMED, (whole, name: string, mark: string) =>
      isCredentialName(name) ? `${name}${mark}${REDACTED}` : whole,
    );
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}

/** A secret as a server may write it: as it is, as JSON has it, and in an address or a form. */
function writingsOf(secret: string): readonly string[] {
  const inAddress = encodeURIComponent(secret);
  const writings = [secret, JSON.stringify(secret).slice(1, -1), inAddress, inAddress.replaceAll('%20', '+')];
  const lower = inAddress.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
  // The longest first: a shorter one may be a part of it.
  return [...new Set([...writings, lower])].sort((one, other) => other.length - one.length);
}
