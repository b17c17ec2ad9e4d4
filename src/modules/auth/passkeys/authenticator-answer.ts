import { createHash } from 'node:crypto';
import { z } from 'zod';
import { smallCborEnd } from './small-cbor.js';

export type AnswerFault =
  | 'unreadable'
  | 'wrong_type'
  | 'wrong_challenge'
  | 'wrong_origin'
  | 'embedded'
  | 'wrong_host'
  | 'no_user_verification'
  | 'backup_flags'
  | 'unsupported_key'
  | 'unverified';

export interface Expectation {
  /** In base64url. */
  readonly challenge: string;
  readonly rpId: string;
  /** The origins at which the answer may have been made. */
  readonly origins: readonly string[];
}

/** The most characters of any text of an answer, but for an attestation, which may hold the certificates of its maker. */
const LONGEST = 8_192;
const LONGEST_ATTESTATION = 65_536;

/** Shorter ids could be guessed or meet by chance. Source: Web Authentication Level 3 section 4, Credential ID. */
const ID_BYTES = { least: 16, most: 1_023 };

/** Where the flags are, behind the hash of the host. Source: Web Authentication Level 3 section 6.1. */
const FLAGS_AT = 32;
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;
const EXTENDED = 0x80;

/** Flags and a counter of four bytes follow the hash. */
const LEAST_BYTES = 37;

/** The authenticator's model and the length of the credential id come before the id. */
const ID_LENGTH_AT = LEAST_BYTES + 16;
const ID_AT = ID_LENGTH_AT + 2;

const base64urlUpTo = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]+$/);

const base64url = base64urlUpTo(LONGEST);

const credentialId = base64url.refine((text) => {
  const bytes = Math.floor((text.length * 3) / 4);
  return bytes >= ID_BYTES.least && bytes <= ID_BYTES.most;
});

const credential = { id: credentialId, rawId: base64url, type: z.literal('public-key') };

export const ATTESTATION = z.object({
  ...credential,
  response: z.object({ clientDataJSON: base64url, attestationObject: base64urlUpTo(LONGEST_ATTESTATION) }),
});

export const ASSERTION = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().max(LONGEST).nullish(),
  }),
});

export type Attestation = z.infer<typeof ATTESTATION>;
export type Assertion = z.infer<typeof ASSERTION>;

const clientData = z.object({
  type: z.string(),
  challenge: z.string(),
  origin: z.string(),
  crossOrigin: z.boolean().nullish(),
});

/**
 * What is wrong with what the client says of the ceremony, or null. An answer made inside a page of another site is refused. Source: Web
 * Authentication Level 3 sections 7.1 and 7.2.
 */
export function clientDataFault(
  encoded: string,
  type: 'webauthn.create' | 'webauthn.get',
  { challenge, origins }: Expectation,
): AnswerFault | null {
  const said = clientData.safeParse(jsonIn(encoded));
  if (!said.success) return 'unreadable';
  if (said.data.type !== type) return 'wrong_type';
  if (said.data.challenge !== challenge) return 'wrong_challenge';
  if (!origins.includes(said.data.origin)) return 'wrong_origin';
  return said.data.crossOrigin ? 'embedded' : null;
}

function jsonIn(encoded: string): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64url')));
  } catch {
    return undefined;
  }
}

/**
 * What is wrong with what was signed, or null. A passkey is the only factor, so its user must be verified. Source: Web Authentication Level
 * 3 section 6.1.
 */
export function authenticatorDataFault(data: Uint8Array, rpId: string): AnswerFault | null {
  if (data.length < LEAST_BYTES) return 'unreadable';
  const host = createHash('sha256').update(rpId, 'utf8').digest();
  if (!host.equals(data.subarray(0, FLAGS_AT))) return 'wrong_host';
  const flags = data[FLAGS_AT] ?? 0;
  if ((flags & USER_PRESENT) === 0 || (flags & USER_VERIFIED) === 0) return 'no_user_verification';
  // What can't be copied has no copy. Source: Web Authentication Level 3 section 6.1.3.
  if ((flags & BACKED_UP) !== 0 && (flags & BACKUP_ELIGIBLE) === 0) return 'backup_flags';
  const rest = (flags & ATTESTED) === 0 ? LEAST_BYTES : keyEnd(data);
  if (rest === null) return 'unreadable';
  return (flags & EXTENDED) !== 0 && smallCborEnd(data, rest) === null ? 'unreadable' : null;
}

/** Where the key of a new passkey ends; null where it is missing or larger than keys are. */
function keyEnd(data: Uint8Array): number | null {
  const [high, low] = [data[ID_LENGTH_AT], data[ID_LENGTH_AT + 1]];
  return high === undefined || low === undefined ? null : smallCborEnd(data, ID_AT + high * 256 + low);
}
