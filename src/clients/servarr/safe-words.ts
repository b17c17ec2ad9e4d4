const LONGEST = 300;

/**
 * A text of a manager, fit for an administrator's screen: one line, at most 300 characters, without our key and
 * without the parts of addresses that may hold other credentials (user info, query). Source: doc 3 §3.3, limits.
 */
export function safeWords(text: string, secret: string): string {
  const words = (secret === '' ? text : text.replaceAll(secret, '[redacted]'))
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/(\w+:\/\/)[^\s/@]*@/g, '$1')
    .replace(/(\w+:\/\/[^\s?#]*)[?#]\S*/g, '$1');
  return words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words;
}
