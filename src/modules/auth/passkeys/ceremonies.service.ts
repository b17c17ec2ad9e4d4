import { Injectable } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { clientGroup } from '../rate-limit/client-key.js';
import type { Expectation } from './authenticator-answer.js';
import { acceptedOrigins } from './passkey-surroundings.js';
import type { RelyingParty } from './relying-party.js';

/** What a ceremony is for, and who may finish it. */
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

/** A ceremony as its client knows it. */
export interface BegunCeremony {
  /** UUID v4, by which the client finishes it. */
  readonly sessionId: string;
  readonly challenge: string;
}

/** How long an authenticator may take, in milliseconds. Source: doc 3 section 1.6, WebAuthn ceremony. */
export const CEREMONY_LIFETIME_MS = 5 * 60_000;

/** Source: doc 3 section 12.1, capacity. */
const MAX_CEREMONIES = 2_048;

const CHALLENGE_BYTES = 32;

/**
 * The ceremonies that have begun, in memory alone: bounded, for five minutes each. Source: doc 3 section 1.6, issue 19 §2.
 */
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

  /**
   * Begins a ceremony. Where there are too many, the newest of the holder with the most of them ends.
   *
   * @param holder whose ceremony it is: an account, or a client's address
   */
  begin(subject: CeremonySubject, { rpId, origin }: RelyingParty, holder: string): BegunCeremony {
    const sessionId = this.random.uuid();
    const challenge = this.random.base64url(CHALLENGE_BYTES);
    const origins = acceptedOrigins(origin, this.settings);
    this.ceremonies.put(sessionId, { ...subject, rpId, origin, origins, challenge }, CEREMONY_LIFETIME_MS, holder);
    return { sessionId, challenge };
  }

  /**
   * Uses a ceremony up, also where it fails, and returns it to the client that may finish it: for this purpose, at the host
   * and origin where it began. Null for any other, and where there is no such ceremony or its time is up.
   */
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
