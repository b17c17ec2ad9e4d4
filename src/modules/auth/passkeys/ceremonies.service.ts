import { Injectable } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { clientGroup } from '../rate-limit/client-key.js';
import type { Expectation } from './authenticator-answer.js';
import { SUPPORTED_ALGORITHMS } from './credential-key.js';
import { acceptedOrigins, type RelyingParty } from './relying-party.js';

export type CeremonySubject =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'registration'; readonly userId: number; readonly deviceId: string }
  | { readonly purpose: 'setup'; readonly userId: number; readonly tokenHash: string };

/** A passkey that is being made or used: it has begun, and waits for the authenticator's answer. */
export type Ceremony<Purpose extends CeremonySubject['purpose'] = CeremonySubject['purpose']> = Extract<
  CeremonySubject,
  { readonly purpose: Purpose }
> &
  RelyingParty &
  Expectation;

export interface BegunCeremony {
  /** UUID v4, by which the client finishes it. */
  readonly sessionId: string;
  readonly challenge: string;
}

/** What people see when their browser asks them for a passkey. */
const PRODUCT = 'Usher';

interface CreationFacts {
  readonly challenge: string;
  readonly rpId: string;
  readonly account: { readonly id: number; readonly username: string };
  /** The account's passkeys for this host, by their ids in hex: the same authenticator makes no second one. */
  readonly owned: readonly string[];
}

/** PublicKeyCredentialCreationOptionsJSON. Source: Web Authentication Level 3 section 5.1.9. */
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

/** PublicKeyCredentialRequestOptionsJSON. Source: Web Authentication Level 3 section 5.1.10. */
export interface RequestOptions {
  readonly rpId: string;
  readonly challenge: string;
  readonly timeout: number;
  readonly userVerification: 'required';
}

/** How long an authenticator may take, in milliseconds. */
const CEREMONY_LIFETIME_MS = 5 * 60_000;

const MAX_CEREMONIES = 2_048;

const CHALLENGE_BYTES = 32;

/** The ceremonies that have begun, in memory alone: bounded, for five minutes each. */
@Injectable()
export class CeremoniesService {
  private readonly ceremonies: StateTable<Ceremony>;

  constructor(
    clock: Clock,
    private readonly random: Random,
    @InjectSettings() private readonly settings: Settings,
  ) {
    this.ceremonies = new StateTable({ clock, maxEntries: MAX_CEREMONIES, groupOf: clientGroup });
  }

  /** Where there are too many, the newest of the holder with the most of them ends. @param holder an account, or a client's address */
  begin(subject: CeremonySubject, { rpId, origin }: RelyingParty, holder: string): BegunCeremony {
    const sessionId = this.random.uuid();
    const challenge = this.random.base64url(CHALLENGE_BYTES);
    const origins = acceptedOrigins(origin, this.settings);
    this.ceremonies.put(sessionId, { ...subject, rpId, origin, origins, challenge }, CEREMONY_LIFETIME_MS, holder);
    return { sessionId, challenge };
  }

  /** Uses a ceremony up, also where it fails, and returns it for this purpose, at the host and origin where it began; else null. */
  take<Purpose extends CeremonySubject['purpose']>(
    sessionId: string,
    purpose: Purpose,
    { rpId, origin }: RelyingParty,
  ): Ceremony<Purpose> | null {
    const ceremony = this.ceremonies.get(sessionId);
    this.ceremonies.delete(sessionId);
    if (ceremony?.purpose !== purpose || ceremony.rpId !== rpId || ceremony.origin !== origin) return null;
    return ceremony as Ceremony<Purpose>;
  }
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

/** By what an authenticator knows an account: eight bytes, the highest first, in base64url. */
export function userHandle(userId: number): string {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(userId));
  return bytes.toString('base64url');
}
