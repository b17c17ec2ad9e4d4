import { createPublicKey, verify } from 'node:crypto';

/** What a sender says of itself. */
export interface VapidStatement {
  /** Its public key, as browsers are given it: base64url of the uncompressed point. */
  readonly publicKey: string;
  readonly claims: { readonly aud?: unknown; readonly exp?: unknown; readonly sub?: unknown };
}

const CREDENTIALS = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/i;

/**
 * Reads the header Authorization and checks its signature, with Node's own cryptography. Source: RFC 8292 sections 2 and 3, RFC
 * 7515.
 *
 * @returns null for anything that wasn't signed as the standard says
 */
export function readVapid(authorization: string): VapidStatement | null {
  const [, header = '', claims = '', signature = '', publicKey = ''] = CREDENTIALS.exec(authorization) ?? [];
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== 65 || point[0] !== 4 || jsonIn(header).alg !== 'ES256') return null;
  const coordinates = { x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') };
  try {
    const key = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', ...coordinates } });
    const signed = Buffer.from(`${header}.${claims}`);
    const asked = { key, dsaEncoding: 'ieee-p1363' as const };
    if (!verify('sha256', signed, asked, Buffer.from(signature, 'base64url'))) return null;
  } catch {
    return null;
  }
  return { publicKey, claims: jsonIn(claims) };
}

function jsonIn(part: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
