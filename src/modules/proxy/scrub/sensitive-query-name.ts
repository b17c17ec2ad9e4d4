import { isCredentialName, plainName } from '../../../core/secrets/credential-name.js';

const EXACT = new Set(['key', 'sig', 'awsaccesskeyid', 'pass', 'pwd']);

const SUFFIXES = ['signature', 'credential', 'credentials', 'authkey', 'accesskey', 'signingkey'] as const;

/** Does a parameter, header or named value of this name hold a credential? Beside credential names, those of keys and signatures. */
export function isSensitiveQueryName(name: string): boolean {
  if (isCredentialName(name)) return true;
  const plain = plainName(name);
  return EXACT.has(plain) || SUFFIXES.some((suffix) => plain.endsWith(suffix));
}

/** By what indexers and trackers shorten the name of a key: `getnzb?id=7&i=12&r=<key>`, `t.rss?u=12&tp=<key>`. */
const SHORTENED = new Set(['r', 'tp', 'pk', 'pid', 'uk']);

/** In characters. A shorter one could be guessed; what is shorter is a page, a size or a region. */
const SHORTEST_KEY = 16;

/** An address to come back to, under a name that others use for it. */
const LEADS_SOMEWHERE = /^(?:[a-z][a-z0-9+.-]*:|[\\/])/i;

/** Has this parameter one of the few key names of indexers, and a value as long as a key? @param value percent-decoded */
export function isShortenedKey(name: string, value: string): boolean {
  return value.length >= SHORTEST_KEY && SHORTENED.has(plainName(name)) && !LEADS_SOMEWHERE.test(value);
}
