import { isCredentialName, plainName } from '../../../core/secrets/credential-name.js';

const EXACT = new Set(['key', 'sig', 'signature', 'authkey', 'accesskey', 'awsaccesskeyid']);

const SUFFIXES = ['signature', 'credential', 'credentials', 'authkey', 'accesskey', 'signingkey'] as const;

/**
 * Does a query parameter, a header or a named value of this name hold a credential? Every name of a credential field is
 * one, and those that addresses use for keys and signatures. Source: doc 3 §4.3, the row on query parameters.
 */
export function isSensitiveQueryName(name: string): boolean {
  if (isCredentialName(name)) return true;
  const plain = plainName(name);
  return EXACT.has(plain) || SUFFIXES.some((suffix) => plain.endsWith(suffix));
}
