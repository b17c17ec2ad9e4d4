/** The claims of an ID token whose signature, issuer, audience and nonce were verified, or those of UserInfo. */
export type Claims = Readonly<Record<string, unknown>>;

/** How far the provider's clock and ours may differ, in seconds. */
const TOLERANCE_S = 30;

/** The most bytes of a subject. Source: OpenID Connect Core 1.0 section 2, `sub`: 255 ASCII characters. */
const LONGEST_SUBJECT = 255;

/** Control characters and half surrogate pairs: stored, two subjects with such could become one. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** What names a person, the best first. Source: doc 3 section 12.2. */
const NAME_CLAIMS = ['preferred_username', 'name', 'email'];

/**
 * What is wrong with an ID token at this moment, in words; null when nothing is. The times are judged here and not by the
 * library, which knows the machine's clock alone and takes a token of the future. Source: OpenID Connect Core 1.0 section
 * 3.1.3.7, doc 3 section 12.2.
 *
 * @param now epoch milliseconds
 */
export function faultOfClaims(claims: Claims, clientId: string, now: number): string | null {
  const seconds = now / 1_000;
  const { exp, iat, nbf, azp, sub } = claims;
  if (typeof sub !== 'string' || sub === '' || Buffer.byteLength(sub) > LONGEST_SUBJECT || UNSTORABLE.test(sub))
    return 'the ID token has no usable subject';
  if (typeof exp !== 'number' || exp <= seconds - TOLERANCE_S) return 'the ID token has expired';
  if (typeof iat !== 'number' || iat > seconds + TOLERANCE_S) return 'the ID token is from the future';
  if (typeof nbf === 'number' && nbf > seconds + TOLERANCE_S) return 'the ID token is not valid yet';
  if (azp !== undefined && azp !== clientId) return 'the ID token was made for another client';
  return null;
}

/** What the person is called; null where the claims say nothing. */
export function nameOf(claims: Claims): string | null {
  for (const name of NAME_CLAIMS) {
    const value = claims[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/**
 * The groups of the person: an array of texts and nothing else. Undefined where the claim is missing, so that UserInfo may
 * fill it; empty where it is anything else. Source: doc 3 section 12.2, groups array of strings.
 */
export function groupsOf(claims: Claims, claim: string): readonly string[] | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : undefined;
  if (value === undefined || value === null) return undefined;
  return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : [];
}
