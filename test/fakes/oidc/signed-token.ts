import { constants, createHmac, generateKeyPairSync, type JsonWebKey, type KeyObject, sign } from 'node:crypto';

/** A key of the provider. */
export interface OidcKey {
  readonly alg: 'ES256' | 'RS256' | 'PS256';
  readonly kid: string | undefined;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** As it is published. */
  readonly jwk: JsonWebKey & { readonly kid?: string; readonly use?: string };
}

/** How a token is signed; as the key says where nothing is said. */
export interface SignatureGiven {
  readonly header?: Readonly<Record<string, unknown>>;
  /** Signs in place of the provider's own key. */
  readonly key?: OidcKey;
  /** `none` leaves the signature out, `hmac` makes it with the public key as a secret, `broken` changes a byte. */
  readonly by?: 'none' | 'hmac' | 'broken';
  /** A key to sign with by HMAC in place of the public one. */
  readonly secret?: string;
}

/** A new key; without a name where kid is undefined. */
export function newKey(alg: OidcKey['alg'], kid: string | undefined, bits = 2048): OidcKey {
  const { privateKey, publicKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: bits });
  const jwk = { ...publicKey.export({ format: 'jwk' }), ...(kid === undefined ? {} : { kid }), use: 'sig' };
  return { alg, kid, privateKey, publicKey, jwk };
}

/** A token in compact form. Source: RFC 7515 section 3.1. */
export function signed(
  claims: object,
  own: OidcKey,
  { header = {}, key = own, by, secret }: SignatureGiven = {},
): string {
  const head = { alg: key.alg, ...(own.kid === undefined ? {} : { kid: own.kid }), ...header };
  const text = `${encoded(head)}.${encoded(claims)}`;
  if (by === 'none') return `${text}.`;
  if (by === 'hmac') {
    const shared = secret ?? key.publicKey.export({ format: 'pem', type: 'spki' });
    return `${text}.${createHmac('sha256', shared).update(text).digest('base64url')}`;
  }
  const signature = sign('sha256', Buffer.from(text), optionsOf(key));
  if (by === 'broken') signature[0] = (signature[0] ?? 0) ^ 1;
  return `${text}.${signature.toString('base64url')}`;
}

const optionsOf = ({ alg, privateKey }: OidcKey): Parameters<typeof sign>[2] =>
  alg === 'PS256'
    ? { key: privateKey, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
    : alg === 'ES256'
      ? { key: privateKey, dsaEncoding: 'ieee-p1363' }
      : { key: privateKey };

const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
