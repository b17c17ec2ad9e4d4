import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlexUser } from '../../../clients/plex/plex.client.js';
import type { Caller } from '../../../core/access/caller.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { InjectLog } from '../../../core/core.module.js';
import { Database } from '../../../core/database/database.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService } from '../../instances/instances.public.js';
import { AccountRemoved, AccountsRepository, HubIdentitiesRepository } from '../../users/users.public.js';
import { HubEventsRepository } from '../accounts/hub-events.repository.js';
import { hubIdentityState, type IdentityState } from '../accounts/hub-identity.js';
import { invalidEmail, pinExpired, serverFault } from '../media-accounts.errors.js';
import { HubAddressShared, type InviteState } from '../media-accounts.events.js';
import { HubSharingService } from './hub-sharing.service.js';

export interface OwnHubAccount {
  readonly username: string;
  readonly email: string;
  readonly inviteState: InviteState;
  readonly identityState: IdentityState;
}

/** What has come of a PIN; an account without an address can't be invited. */
type PinAnswer = OwnHubAccount | 'no_address';

const LONGEST_EMAIL = 254;
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export interface BegunPin {
  readonly pinId: number;
  readonly code: string;
  readonly url: string;
}

interface TokenToEnd {
  readonly key: string;
  readonly url: string;
  readonly clientId: string;
  readonly token: Secret;
  endsAt: number;
}

interface Pin {
  readonly userId: number;
  readonly pinId: number;
  readonly url: string;
  readonly clientId: string;
  nextPollAt: number;
  token: Secret | null;
  answer: PinAnswer | null;
}

const MAX_PINS = 2_048;
const POLL_INTERVAL_MS = 1_000;
/** How long a PIN may wait for its approval, whatever the hub says. */
const LONGEST_PENDING_MS = 30 * 60_000;
/** How long the answer to an approved PIN is repeated. */
const KEPT_MS = 15 * 60_000;

export const HUB_TOKEN_ENDINGS_JOB = 'media-accounts.end-hub-tokens';

const EVERY_MS = 60_000;
const MAX_TOKENS = 2_048;
/** How long a token that can't be signed out is tried, in milliseconds. */
const TRIED_FOR_MS = 60 * 60_000;

/**
 * People prove their own account at the hub by a PIN; its address becomes theirs here, and they are invited. These PINs are good for no
 * other purpose. A token leaves the memory for nowhere, and is signed out as soon as it has said whose it is or its PIN is over, also where
 * the hub can't be asked then. Those that a stop of the process leaves run out at the hub by themselves.
 */
@Injectable()
export class OwnHubAccountService implements OnModuleInit {
  private readonly pins: StateTable<Pin>;
  private readonly checks = new SingleFlight<number, PinAnswer | null>();
  private readonly tokensToEnd: StateTable<TokenToEnd>;

  constructor(
    private readonly database: Database,
    private readonly people: AccountsRepository,
    private readonly identities: HubIdentitiesRepository,
    private readonly clients: HubClientsService,
    private readonly sharing: HubSharingService,
    private readonly hubEvents: HubEventsRepository,
    private readonly events: EventBus,
    private readonly clock: Clock,
    private readonly jobs: JobRunner,
    @InjectLog() private readonly log: Log,
  ) {
    this.pins = new StateTable({ clock, maxEntries: MAX_PINS });
    this.tokensToEnd = new StateTable({ clock, maxEntries: MAX_TOKENS });
  }

  onModuleInit(): void {
    this.jobs.register({
      name: HUB_TOKEN_ENDINGS_JOB,
      title: 'Sign out of Plex',
      purpose: 'Ends the sign-ins at Plex by which people have shown which account is theirs.',
      everyMs: EVERY_MS,
      run: (signal) => this.run(signal),
    });
    this.events.on(AccountRemoved, ({ userId }) => {
      for (const pin of this.pins.values()) {
        if (pin.userId !== userId) continue;
        this.pins.delete(String(pin.pinId));
        this.endToken(pin);
      }
    });
  }

  /** @throws AppError 502 when the hub can't be asked */
  async begin({ userId }: Caller): Promise<BegunPin> {
    try {
      const { url } = this.clients;
      const clientId = await this.clients.clientId();
      const { id: pinId, code, expiresInMs } = await this.clients.hub(clientId, url).beginPin();
      const pin: Pin = { userId, pinId, url, clientId, nextPollAt: 0, token: null, answer: null };
      this.pins.put(String(pinId), pin, Math.min(expiresInMs, LONGEST_PENDING_MS), String(userId));
      return { pinId, code, url: this.clients.approvalUrl(clientId, code) };
    } catch (error) {
      throw serverFault(error);
    }
  }

  /**
   * Null until it is approved; the same answer from then on. The hub is asked once a second at most.
   * @throws AppError 404 `pin_expired` for a PIN unknown, run out or begun by somebody else: the hub isn't asked; 400 `invalid_email` for
   *   an account without an address; 502
   */
  async check({ userId }: Caller, pinId: number): Promise<OwnHubAccount | null> {
    try {
      const pin = this.require(userId, pinId);
      const answer = pin.answer ?? (await this.checks.run(pinId, () => this.advance(pin)));
      if (answer === 'no_address') throw invalidEmail();
      return answer;
    } catch (error) {
      throw serverFault(error);
    }
  }

  private require(userId: number, pinId: number): Pin {
    const pin = this.pins.get(String(pinId));
    if (pin?.userId !== userId) throw pinExpired();
    return pin;
  }

  private async advance(pin: Pin): Promise<PinAnswer | null> {
    if (pin.answer !== null) return pin.answer;
    if (this.clock.monotonic() < pin.nextPollAt) return null;
    pin.nextPollAt = this.clock.monotonic() + POLL_INTERVAL_MS;
    const token = pin.token ?? (await this.approvedToken(pin));
    if (token === null) return null;
    const user = await this.clients.account({ ...pin, token }).user();
    pin.answer = await this.useAccount(pin.userId, user);
    this.endToken(pin);
    return pin.answer;
  }

  private async useAccount(userId: number, { id: accountId, name: username, email }: PlexUser): Promise<PinAnswer> {
    if (email.length > LONGEST_EMAIL || !EMAIL.test(email)) return 'no_address';
    const identityState = await this.database.write(async (tx): Promise<IdentityState> => {
      const { hubEmail } = await this.people.require(tx, userId);
      if (hubEmail !== email) {
        await this.people.setHubEmail(tx, userId, email);
        await this.hubEvents.noteAddress(tx, userId);
      }
      return hubIdentityState(this.identities, tx, userId, accountId);
    });
    const inviteState = await this.sharing.applyAddress(userId, { accountId, email });
    await this.events.publish(new HubAddressShared(userId, inviteState));
    return { username, email, inviteState, identityState };
  }

  /** The token of a PIN that was approved. It is kept, since the hub gives it once. */
  private async approvedToken(pin: Pin): Promise<Secret | null> {
    const { userId, pinId, clientId, url } = pin;
    const state = await this.clients.hub(clientId, url).checkPin(pinId);
    if (state.state === 'pending') return null;
    if (state.state === 'expired') {
      this.pins.delete(String(pinId));
      throw pinExpired();
    }
    pin.token = state.token;
    const key = String(pinId);
    const owed = { key, url, clientId, token: state.token, endsAt: this.clock.monotonic() + KEPT_MS };
    this.tokensToEnd.put(key, owed, KEPT_MS + TRIED_FOR_MS, String(userId));
    // It may have fallen meanwhile.
    if (this.pins.get(key) !== pin) {
      this.endToken(pin);
      throw pinExpired();
    }
    this.pins.put(key, pin, KEPT_MS, String(userId));
    return state.token;
  }

  /** Signs the token out at the hub; nobody waits for it, and nothing depends on it. */
  private endToken(pin: Pin): void {
    pin.token = null;
    const owed = this.tokensToEnd.get(String(pin.pinId));
    if (!owed) return;
    owed.endsAt = this.clock.monotonic();
    void this.signOut(owed);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const now = this.clock.monotonic();
    for (const owed of this.tokensToEnd.values().filter(({ endsAt }) => endsAt <= now)) {
      // A hub that can't be asked about one can't be asked about the others.
      if (signal.aborted || !(await this.signOut(owed))) return;
    }
  }

  private async signOut(owed: TokenToEnd): Promise<boolean> {
    try {
      await this.clients.account(owed).signOut();
    } catch (error) {
      const isKnownNoMore = error instanceof UpstreamError && error.kind === 'unauthorized';
      if (!isKnownNoMore) {
        this.log.warn('the token of a PIN could not be ended at the hub', { error });
        return false;
      }
    }
    this.tokensToEnd.delete(owed.key);
    return true;
  }
}
