import { createPublicKey, type JsonWebKey } from 'node:crypto';

/** Ed25519, ECDSA on P-256, RSA with PKCS #1 v1.5, in the order of our liking. Source: the IANA COSE registry. */
export const SUPPORTED_ALGORITHMS = [-8, -7, -257] as const;

/** Labels of a COSE key; those below zero have another meaning for each type of key. Source: RFC 9053 section 7; RFC 8230. */
const LABEL = { type: 1, algorithm: 3, first: -1, second: -2, third: -3 };

const RSA_BITS = { least: 2_048, most: 4_096 };

/** Every key that is made today has this public exponent; a larger one costs who verifies with it. */
const RSA_EXPONENT = 65_537n;

/** Is it of one of the {@link SUPPORTED_ALGORITHMS}, whole and of a usual size? Others would fail at a later sign-in, or cost too much. */
export function isUsableKey(key: ReadonlyMap<unknown, unknown>): boolean {
  const jwk = jwkOf(key);
  if (!jwk) return false;
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: jwk, format: 'jwk' });
    if (jwk.kty !== 'RSA') return true;
    const { modulusLength = 0, publicExponent } = asymmetricKeyDetails ?? {};
    return modulusLength >= RSA_BITS.least && modulusLength <= RSA_BITS.most && publicExponent === RSA_EXPONENT;
  } catch {
    return false;
  }
}

function jwkOf(key: ReadonlyMap<unknown, unknown>): JsonWebKey | null {
  const [first, second, third] = [key.get(LABEL.first), key.get(LABEL.second), key.get(LABEL.third)];
  switch (`${String(key.get(LABEL.algorithm))} ${String(key.get(LABEL.type))}`) {
    case '-8 1':
      return first === 6 && isBytes(second, 32, 32) ? { kty: 'OKP', crv: 'Ed25519', x: text(second) } : null;
    case '-7 2':
      return first === 1 && isBytes(second, 32, 32) && isBytes(third, 32, 32)
        ? { kty: 'EC', crv: 'P-256', x: text(second), y: text(third) }
        : null;
    case '-257 3':
      return isBytes(first, RSA_BITS.least / 8, RSA_BITS.most / 8) && isBytes(second, 1, 4)
        ? { kty: 'RSA', n: text(first), e: text(second) }
        : null;
    default:
      return null;
  }
}

const isBytes = (value: unknown, least: number, most: number): value is Uint8Array =>
  value instanceof Uint8Array && value.length >= least && value.length <= most;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
