import { REDACTED, type Secret } from '../../core/secrets/secret.js';

const LONGEST = 300;

/** What is looked at of a text that somebody else wrote: a pattern takes longer than the text is long. */
const LOOKED_AT = 2_000;

/**
 * A text of a manager, fit for an administrator's screen: one line, at most 300 characters, without our secrets and
 * without the parts of addresses that may hold other credentials (user info, query). Source: doc 3 §3.3, limits.
 */
export function safeWords(text: string, secrets: readonly Secret[]): string {
  // The secrets first: what is cut or taken out may be a part of one.
  const words = secrets
    .map((secret) => secret.reveal())
    .filter((secret) => secret !== '')
    .reduce((left, secret) => left.replaceAll(secret, REDACTED), text)
    .slice(0, LOOKED_AT)
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(?<!\w)(\w{1,20}:\/\/)[^\s/@]*@/g, '$1')
    .replace(/(?<!\w)(\w{1,20}:\/\/[^\s?#]*)[?#]\S*/g, '$1');
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}
