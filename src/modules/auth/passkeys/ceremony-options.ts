import { SUPPORTED_ALGORITHMS } from './credential-key.js';
import { CEREMONY_LIFETIME_MS } from './ceremonies.service.js';

/** What people see when their browser asks them for a passkey. Source: doc 3 section 1.8, RP name. */
const PRODUCT = 'Usher';

/** Which passkey is to be made, and for whom. */
interface CreationFacts {
  readonly challenge: string;
  readonly rpId: string;
  readonly account: { readonly id: number; readonly username: string };
  /** The account's passkeys for this host, by their ids in hex: the same authenticator makes no second one. */
  readonly owned: readonly string[];
}

/** PublicKeyCredentialCreationOptionsJSON. Source: doc 3 section 1.8; Web Authentication Level 3 section 5.1.9. */
export interface CreationOptions {
  readonly rp: { readonly id: string; readonly name: string };
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string };
  readonly challenge: string;
  readonly pubKeyCredParams: readonly { readonly type: 'public-key'; readonly alg: number }[];
  readonly timeout: number;
  readonly excludeCredentials: readonly { readonly type: 'public-key'; readonly id: string }[];
  readonly authenticatorSelection: {
    readonly residentKey: 'required';
    readonly requireResidentKey: true;
    readonly userVerification: 'required';
  };
  readonly attestation: 'none';
}

/** PublicKeyCredentialRequestOptionsJSON. Source: doc 3 section 1.8; Web Authentication Level 3 section 5.1.10. */
export interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeout: number;
  readonly userVerification: 'required';
}

/** What an authenticator is asked to make: a discoverable passkey that verifies its user. */
export function creationOptions({ challenge, rpId, account, owned }: CreationFacts): CreationOptions {
  return {
    rp: { id: rpId, name: PRODUCT },
    user: { id: userHandle(account.id), name: account.username, displayName: account.username },
    challenge,
    pubKeyCredParams: SUPPORTED_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CEREMONY_LIFETIME_MS,
    excludeCredentials: owned.map((id) => ({
      type: 'public-key',
      id: Buffer.from(id, 'hex').toString('base64url'),
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
  };
}

/** What an authenticator is asked to sign; it names no passkey, so that the person chooses one. */
export function requestOptions(challenge: string, rpId: string): RequestOptions {
  return { rpId, challenge, timeout: CEREMONY_LIFETIME_MS, userVerification: 'required' };
}

/** By what an authenticator knows an account: eight bytes, the highest first, in base64url. Source: doc 3 section 1.8. */
export function userHandle(userId: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(userId));
  return bytes.toString('base64url');
}
