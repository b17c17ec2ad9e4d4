import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { PlexUser } from '../../../clients/plex/plex.client.js';
import { SingleFlight } from '../../../core/cache/single-flight.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { HubClientsService } from '../../instances/instances.public.js';
import { AccountRemoved } from '../../users/users.public.js';
import { pinExpired } from '../media-accounts.errors.js';
import { HubTokenEndingsService } from './hub-token-endings.service.js';

/** A PIN that somebody is to approve at the hub. */
export interface BegunPin {
  readonly pinId: number;
  readonly code: string;
  /** Where. */
  readonly url: string;
}

interface Pin<A> {
  readonly userId: number;
  readonly pinId: number;
  readonly url: string;
  readonly clientId: string;
  /** When the hub may be asked again, on the clock of the process. */
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

/**
 * PINs by which people prove their own account at the hub, for the sharing of servers alone: those of sign-ins and of
 * instances are kept elsewhere, so none is good for another purpose. A token leaves the memory for nowhere, and is signed out
 * as soon as it has said whose it is, or its PIN is over. Source: issue 21.
 *
 * @typeParam A what comes of an approved PIN
 */
@Injectable()
export class HubPinsService<A> implements OnModuleInit {
  private readonly pins: StateTable<Pin<A>>;
  private readonly checks = new SingleFlight<number, A | null>();

  constructor(
    private readonly clients: HubClientsService,
    private readonly events: EventBus,
    private readonly endings: HubTokenEndingsService,
    private readonly clock: Clock,
  ) {
    this.pins = new StateTable({ clock, maxEntries: MAX_PINS });
  }

  onModuleInit(): void {
    this.events.on(AccountRemoved, ({ userId }) => {
      for (const pin of this.pins.values()) {
        if (pin.userId !== userId) continue;
        this.pins.delete(String(pin.pinId));
        this.letGo(pin);
      }
    });
  }

  /** @throws UpstreamError when the hub can't be asked */
  async begin(userId: number): Promise<BegunPin> {
    const { url } = this.clients;
    const clientId = await this.clients.clientId();
    const { id: pinId, code, expiresInMs } = await this.clients.hub(clientId, url).beginPin();
    const pin: Pin<A> = { userId, pinId, url, clientId, nextPollAt: 0, token: null, answer: null };
    this.pins.put(String(pinId), pin, Math.min(expiresInMs, LONGEST_PENDING_MS), String(userId));
    return { pinId, code, url: this.clients.approvalUrl(clientId, code) };
  }

  /**
   * What has come of a PIN; null until it is approved. The hub is asked once a second at most, and `finish` is called until it has
   * given an answer once, which is repeated from then on.
   *
   * @throws AppError 404 for a PIN that is unknown, has run out or was begun by somebody else, for whom the hub isn't asked;
   *   UpstreamError when the hub can't be asked; what `finish` throws
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
    const token = pin.token ?? (await this.approved(pin));
    if (token === null) return null;
    const user = await this.clients.account({ ...pin, token }).user();
    const answer = await finish(user);
    pin.answer = answer;
    this.letGo(pin);
    return answer;
  }

  /** The token of a PIN that was approved. It is kept, since the hub gives it once. */
  private async approved(pin: Pin<A>): Promise<Secret | null> {
    const { userId, pinId, clientId, url } = pin;
    const state = await this.clients.hub(clientId, url).checkPin(pinId);
    if (state.state === 'pending') return null;
    if (state.state === 'expired') {
      this.pins.delete(String(pinId));
      throw pinExpired();
    }
    pin.token = state.token;
    this.endings.owe(String(pinId), { url, clientId, token: state.token }, KEPT_MS, String(userId));
    // It may have fallen meanwhile.
    if (this.pins.get(String(pinId)) !== pin) {
      this.letGo(pin);
      throw pinExpired();
    }
    this.pins.put(String(pinId), pin, KEPT_MS, String(userId));
    return state.token;
  }

  /** Signs the token out at the hub; nobody waits for it, and nothing depends on it. */
  private letGo(pin: Pin<A>): void {
    pin.token = null;
    this.endings.end(String(pin.pinId));
  }
}
