import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlexUser } from '../../../clients/plex/plex.client.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { InjectLog } from '../../../core/core.module.js';
import { UpstreamError } from '../../../core/errors/upstream-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService } from '../../instances/instances.public.js';
import { AccountRemoved } from '../../users/users.public.js';
import { pinExpired } from '../media-accounts.errors.js';

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

interface Pin<A> {
  readonly userId: number;
  readonly pinId: number;
  readonly url: string;
  readonly clientId: string;
  nextPollAt: number;
  token: Secret | null;
  answer: A | null;
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
 * PINs by which people prove their own account at the hub, for the sharing of servers alone: none is good for another purpose. A token
 * leaves the memory for nowhere, and is signed out as soon as it has said whose it is or its PIN is over, also where the hub can't be asked
 * then. Those that a stop of the process leaves run out at the hub by themselves.
 */
@Injectable()
export class HubPinsService<A> implements OnModuleInit {
  private readonly pins: StateTable<Pin<A>>;
  private readonly checks = new SingleFlight<number, A | null>();
  private readonly tokensToEnd: StateTable<TokenToEnd>;

  constructor(
    private readonly clients: HubClientsService,
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

  async begin(userId: number): Promise<BegunPin> {
    const { url } = this.clients;
    const clientId = await this.clients.clientId();
    const { id: pinId, code, expiresInMs } = await this.clients.hub(clientId, url).beginPin();
    const pin: Pin<A> = { userId, pinId, url, clientId, nextPollAt: 0, token: null, answer: null };
    this.pins.put(String(pinId), pin, Math.min(expiresInMs, LONGEST_PENDING_MS), String(userId));
    return { pinId, code, url: this.clients.approvalUrl(clientId, code) };
  }

  /**
   * Null until it is approved. The hub is asked once a second at most; `finish` is called until it has answered once, which is repeated.
   * @throws AppError 404 for a PIN unknown, run out or begun by somebody else: the hub isn't asked; UpstreamError; as `finish`
   */
  async check(userId: number, pinId: number, finish: (user: PlexUser) => Promise<A>): Promise<A | null> {
    const pin = this.require(userId, pinId);
    return pin.answer ?? this.checks.run(pinId, () => this.advance(pin, finish));
  }

  private require(userId: number, pinId: number): Pin<A> {
    const pin = this.pins.get(String(pinId));
    if (pin?.userId !== userId) throw pinExpired();
    return pin;
  }

  private async advance(pin: Pin<A>, finish: (user: PlexUser) => Promise<A>): Promise<A | null> {
    if (pin.answer !== null) return pin.answer;
    if (this.clock.monotonic() < pin.nextPollAt) return null;
    pin.nextPollAt = this.clock.monotonic() + POLL_INTERVAL_MS;
    const token = pin.token ?? (await this.approvedToken(pin));
    if (token === null) return null;
    const user = await this.clients.account({ ...pin, token }).user();
    const answer = await finish(user);
    pin.answer = answer;
    this.endToken(pin);
    return answer;
  }

  /** The token of a PIN that was approved. It is kept, since the hub gives it once. */
  private async approvedToken(pin: Pin<A>): Promise<Secret | null> {
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
  private endToken(pin: Pin<A>): void {
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
