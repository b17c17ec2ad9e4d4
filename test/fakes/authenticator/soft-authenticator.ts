import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { cbor, type Cbor } from './cbor.js';

/** Algorithms by their COSE numbers. Source: the IANA COSE registry. */
export type Algorithm = -7 | -8 | -257;

/** The parts of PublicKeyCredentialCreationOptionsJSON that an authenticator reads. */
export interface CreationRequest {
  readonly challenge: string;
  readonly rp: { readonly id: string };
  readonly user: { readonly id: string };
}

/** The parts of PublicKeyCredentialRequestOptionsJSON that an authenticator reads. */
export interface SignInRequest {
  readonly challenge: string;
  readonly rpId: string;
}

/** What is answered in place of the truth. */
export interface Lies {
  readonly type?: string;
  readonly challenge?: string;
  readonly origin?: string;
  readonly crossOrigin?: boolean;
  readonly rpId?: string;
  /** Flags of the authenticator data; the flag of attested data is set where there is any. */
  readonly flags?: number;
  readonly counter?: number;
  readonly handle?: string | null;
  /** clientDataJSON in full, as bytes. */
  readonly clientData?: Uint8Array;
  /** The COSE key of a new passkey. */
  readonly coseKey?: Cbor;
  /** The id under which the passkey is shown. */
  readonly credentialId?: Uint8Array;
  /** Bytes behind the authenticator data. */
  readonly appended?: Uint8Array;
  /** The statement about the authenticator's make. */
  readonly statement?: { readonly fmt: string; readonly attStmt: Cbor };
  /** The whole attestation object, as bytes. */
  readonly attestationObject?: Uint8Array;
  readonly signature?: (signature: Buffer) => Buffer;
}

export interface AttestationJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: { readonly clientDataJSON: string; readonly attestationObject: string };
}

export interface AssertionJson {
  readonly id: string;
  readonly rawId: string;
  readonly type: string;
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
    readonly userHandle?: string | null;
  };
}

/** User present, user verified. Source: Web Authentication Level 3 section 6.1, flags. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

interface SoftOptions {
  readonly algorithm?: Algorithm;
  /** False for one that keeps no counter: it always says zero. */
  readonly counts?: boolean;
  readonly flags?: number;
}

/**
 * An authenticator with one passkey, and the browser before it: it makes its key with Node's own cryptography and writes its
 * own CBOR. It answers what a test tells it to.
 */
export class SoftAuthenticator {
  readonly credentialId = randomBytes(32);
  private readonly keys: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  private readonly algorithm: Algorithm;
  private readonly counts: boolean;
  private readonly flags: number;
  private handle = '';
  private counter = 0;

  constructor({ algorithm = -7, counts = true, flags = PRESENT | VERIFIED }: SoftOptions = {}) {
    this.algorithm = algorithm;
    this.counts = counts;
    this.flags = flags;
    this.keys = KEYS[algorithm]();
  }

  /** The credential id in lower-case hex. */
  get id(): string {
    return this.credentialId.toString('hex');
  }

  get publicKey(): KeyObject {
    return this.keys.publicKey;
  }

  /** Makes the passkey. */
  create(request: CreationRequest, origin: string, lies: Lies = {}): AttestationJson {
    this.handle = request.user.id;
    const id = lies.credentialId ?? this.credentialId;
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = [Buffer.alloc(16), length, id, cbor(lies.coseKey ?? this.coseKey())];
    const authData = this.authenticatorData(request.rp.id, ATTESTED, attested, lies);
    const { fmt, attStmt } = lies.statement ?? { fmt: 'none', attStmt: new Map() };
    const object =
      lies.attestationObject ??
      cbor(
        new Map<string, Cbor>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', authData],
        ]),
      );
    return {
      ...named(id),
      response: {
        clientDataJSON: text(clientData('webauthn.create', request.challenge, origin, lies)),
        attestationObject: text(object),
      },
    };
  }

  /** Signs somebody in. */
  get(request: SignInRequest, origin: string, lies: Lies = {}): AssertionJson {
    const data = clientData('webauthn.get', request.challenge, origin, lies);
    const authData = this.authenticatorData(request.rpId, 0, [], lies);
    const signed = this.sign(Buffer.concat([authData, createHash('sha256').update(data).digest()]));
    const handle = lies.handle === undefined ? this.handle : lies.handle;
    return {
      ...named(lies.credentialId ?? this.credentialId),
      response: {
        clientDataJSON: text(data),
        authenticatorData: text(authData),
        signature: text(lies.signature?.(signed) ?? signed),
        ...(handle === null ? {} : { userHandle: handle }),
      },
    };
  }

  /** The public key as COSE has it. Source: RFC 9053 section 7, RFC 8230 section 4. */
  coseKey(): Map<number, Cbor> {
    const jwk = this.keys.publicKey.export({ format: 'jwk' });
    const part = (member: 'x' | 'y' | 'n' | 'e'): Buffer => Buffer.from(jwk[member] ?? '', 'base64url');
    switch (this.algorithm) {
      case -7:
        return new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, part('x')],
          [-3, part('y')],
        ]);
      case -8:
        return new Map<number, Cbor>([
          [1, 1],
          [3, -8],
          [-1, 6],
          [-2, part('x')],
        ]);
      case -257:
        return new Map<number, Cbor>([
          [1, 3],
          [3, -257],
          [-1, part('n')],
          [-2, part('e')],
        ]);
    }
  }

  private sign(bytes: Buffer): Buffer {
    return sign(this.algorithm === -8 ? null : 'sha256', bytes, this.keys.privateKey);
  }

  private authenticatorData(rpId: string, more: number, attested: readonly Uint8Array[], lies: Lies): Buffer {
    if (this.counts) this.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? this.counter);
    const host = createHash('sha256')
      .update(lies.rpId ?? rpId)
      .digest();
    const flags = Buffer.from([(lies.flags ?? this.flags) | more]);
    return Buffer.concat([host, flags, counter, ...attested, lies.appended ?? Buffer.alloc(0)]);
  }
}

const KEYS = {
  [-7]: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  [-8]: () => generateKeyPairSync('ed25519'),
  [-257]: () => generateKeyPairSync('rsa', { modulusLength: 2_048 }),
} as const;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

const named = (id: Uint8Array) => ({ id: text(id), rawId: text(id), type: 'public-key' });

function clientData(type: string, challenge: string, origin: string, lies: Lies): Uint8Array {
  const said = {
    type: lies.type ?? type,
    challenge: lies.challenge ?? challenge,
    origin: lies.origin ?? origin,
    crossOrigin: lies.crossOrigin ?? false,
  };
  return lies.clientData ?? Buffer.from(JSON.stringify(said));
}
