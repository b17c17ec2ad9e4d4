import { Injectable } from '@nestjs/common';
import type { FoundBox, Pairing } from '../../../clients/appletv/appletv-helper.js';
import type { ActingAdministrator } from '../../../core/access/caller.js';
import { StateTable } from '../../../core/cache/state-table.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { AccountChanged, AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import { BoxTurnsService, WHOLE_NETWORK } from '../boxes/box-turns.service.js';
import type { Box } from '../boxes/boxes.repository.js';
import { BoxesService } from '../boxes/boxes.service.js';
import { SetboxHelperService } from '../helper/setbox-helper.service.js';
import { setboxRefusal } from '../setbox.errors.js';

const LIFETIME_MS = 5 * 60_000;
const MOST_PAIRINGS = 8;
const ID_BYTES = 24;

/** A box as it shows the PIN is text, so that a zero in front stays. */
const PIN = /^[0-9]{4}$/;

/** What a search has found, and where it was looked: on the local network, or at one address. */
export interface Discovery {
  readonly devices: readonly FoundBox[];
  readonly scope: 'network' | 'address';
}

export type PairingInput = Pick<Box, 'name' | 'address' | 'identifier'>;

export interface OpenPairing extends PairingInput {
  readonly id: string;
  readonly model?: string;
  readonly expiresAt: number;
}

interface WaitingPairing extends OpenPairing {
  readonly userId: number;
  /** The session that began it: nobody else goes on with it. */
  readonly deviceId: string;
  readonly pairing: Pairing;
}

/**
 * Pairings that wait for their PIN, in memory alone. One falls with its time, with session, rights and account of its administrator, and
 * with its process, which holds the only connection that the PIN is good for.
 */
@Injectable()
export class PairingsService {
  private readonly open: StateTable<WaitingPairing>;
  /** Identifiers of boxes that are being asked to show a PIN. */
  private readonly beginning = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly boxes: BoxesService,
    private readonly turns: BoxTurnsService,
    private readonly helper: SetboxHelperService,
    events: EventBus,
  ) {
    this.open = new StateTable({ clock, maxEntries: MOST_PAIRINGS });
    events.on(DeviceRevoked, ({ deviceId }) => this.endWhere((one) => one.deviceId === deviceId));
    events.on(AccountChanged, ({ userId }) => this.endWhere((one) => one.userId === userId));
    events.on(AccountRemoved, ({ userId }) => this.endWhere((one) => one.userId === userId));
  }

  /**
   * @param address left out for the local network @throws AppError 503 `unsupported`, `unreachable`, `unavailable`; 409 `busy`; 504
   * `timeout`
   */
  async discover(address?: string): Promise<Discovery> {
    await this.helper.requireSupport();
    const search = () => this.helper.run('discover', (helper) => helper.discover(address));
    return {
      devices: await this.turns.take(WHOLE_NETWORK, search),
      scope: address === undefined ? 'network' : 'address',
    };
  }

  /**
   * Ends a pairing of the same box that this session began before. @throws AppError 503 `unsupported`, 400 where there are too many boxes;
   * 409 `busy` where eight pairings wait, or another session's at this box; 409 `identity_changed`, 502 `pairing_failed`, 503
   * `unreachable`, 504 `timeout`; 401 and 403 when they may not any more
   */
  async begin(admin: ActingAdministrator, input: PairingInput): Promise<OpenPairing> {
    const { userId, deviceId } = admin;
    await this.helper.requireSupport();
    await this.boxes.requireRoomFor(input.identifier);
    this.endWhere((one) => one.deviceId === deviceId && one.identifier === input.identifier);
    const live = this.open.values();
    const isTaken = this.beginning.has(input.identifier) || live.some((one) => one.identifier === input.identifier);
    if (isTaken || live.length + this.beginning.size >= MOST_PAIRINGS) throw setboxRefusal('busy');
    this.beginning.add(input.identifier);
    try {
      const ask = () => this.helper.run('pair_begin', (helper) => helper.beginPairing(input));
      const pairing = await this.turns.take(input.identifier, ask);
      await this.requireRight(admin, pairing);
      return this.keep({ userId, deviceId }, input, pairing);
    } finally {
      this.beginning.delete(input.identifier);
    }
  }

  /**
   * A wrong PIN ends the pairing, as it does on the box; `busy` leaves it. @throws AppError 400 `invalid_pin`; 404 `pairing_expired` for a
   * pairing that isn't this session's; 409 `busy`; 502 `pairing_failed`; 400 where there are too many boxes; 401 and 403
   */
  async complete(admin: ActingAdministrator, id: string, pin: string): Promise<Box> {
    await this.helper.requireSupport();
    const { name, address, identifier } = this.require(admin, id);
    if (!PIN.test(pin)) throw setboxRefusal('invalid_pin');
    const credentials = await this.turns.take(identifier, () => this.finish(admin, id, pin));
    const paired = { id: this.random.hex(ID_BYTES), name, address, identifier, credentials };
    return this.boxes.savePaired(admin, { ...paired, createdAt: this.clock.now() });
  }

  /** Ends a pairing. @throws AppError 404 `pairing_expired` for one that isn't this session's */
  cancel(admin: ActingAdministrator, id: string): void {
    this.end(this.require(admin, id));
  }

  private async finish(admin: ActingAdministrator, id: string, pin: string): Promise<Secret> {
    const { pairing } = this.require(admin, id);
    this.open.delete(id);
    return this.helper.run('pair_finish', () => pairing.finish(pin));
  }

  /** The box may have taken its time: a right that has ended meanwhile has no pairing. */
  private async requireRight(admin: ActingAdministrator, pairing: Pairing): Promise<void> {
    try {
      await this.database.read((tx) => admin.confirm(tx));
    } catch (fault) {
      pairing.close();
      throw fault;
    }
  }

  private keep(
    owner: Pick<WaitingPairing, 'userId' | 'deviceId'>,
    { name, address, identifier }: PairingInput,
    pairing: Pairing,
  ): OpenPairing {
    const id = this.random.hex(ID_BYTES);
    const { model } = pairing.device;
    const shown = { id, name, address, identifier, ...(model !== undefined && { model }) };
    const waiting = { ...shown, ...owner, expiresAt: this.clock.now() + LIFETIME_MS, pairing };
    this.open.put(id, waiting, LIFETIME_MS);
    void pairing.ended.then(() => this.open.delete(id));
    return waiting;
  }

  private require({ deviceId }: ActingAdministrator, id: string): WaitingPairing {
    const waiting = this.open.get(id);
    if (waiting?.deviceId !== deviceId) throw setboxRefusal('pairing_expired');
    return waiting;
  }

  private endWhere(ends: (waiting: WaitingPairing) => boolean): void {
    for (const waiting of this.open.values()) if (ends(waiting)) this.end(waiting);
  }

  private end({ id, pairing }: WaitingPairing): void {
    this.open.delete(id);
    pairing.close();
  }
}
