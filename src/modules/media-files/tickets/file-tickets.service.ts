import { Injectable } from '@nestjs/common';
import { StateTable } from '../../../core/cache/state-table.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { InstanceRemoved } from '../../instances/instances.public.js';
import { AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import type { FileHolder } from '../access/file-rights.service.js';
import type { FileAddress } from '../finding/finished-files.service.js';
import { downloadUnavailable, ticketsFull, tooManyTickets } from '../media-files.errors.js';

const LIFETIME_MS = 10 * 60_000;
const MOST_OF_ONE = 32;
const MOST_OF_ALL = 1_024;

/** 256 bits, 43 characters of base64url. */
const TOKEN_BYTES = 32;

/** The right of an account to one file, for ten minutes. What it stands for is judged anew by each call. */
export interface FileTicket extends FileHolder, FileAddress {
  /** Unguessable: it is in the address of the file, and nowhere else. */
  readonly token: string;
  readonly expiresAt: number;
}

interface TicketRequest extends FileAddress {
  readonly userId: number;
  readonly deviceId: string;
}

/** The tickets, in memory alone. One falls with its time, with any of its devices, its account and its instance. */
@Injectable()
export class FileTicketsService {
  private readonly tickets: StateTable<FileTicket>;

  constructor(
    private readonly clock: Clock,
    private readonly random: Random,
    events: EventBus,
  ) {
    this.tickets = new StateTable({ clock, maxEntries: MOST_OF_ALL });
    events.on(AccountRemoved, ({ userId }) => this.dropWhere((one) => one.userId === userId));
    events.on(DeviceRevoked, ({ deviceId }) => this.dropWhere((one) => one.deviceIds.has(deviceId)));
    events.on(InstanceRemoved, ({ instanceId }) => this.dropWhere((one) => one.instanceId === instanceId));
  }

  /** The one that the account has, or a new one; rights were judged before. @throws AppError 429 past 32, 503 past 1,024 of all */
  issue({ userId, deviceId, instanceId, fileId }: TicketRequest): FileTicket {
    const live = this.tickets.values();
    const own = live.filter((one) => one.userId === userId);
    const held = own.find((one) => one.instanceId === instanceId && one.fileId === fileId);
    if (held) return this.addDevice(held, deviceId);
    if (own.length >= MOST_OF_ONE) throw tooManyTickets();
    if (live.length >= MOST_OF_ALL) throw ticketsFull(this.secondsToNext(live));
    const [token, expiresAt] = [this.random.base64url(TOKEN_BYTES), this.clock.now() + LIFETIME_MS];
    const ticket = { userId, deviceIds: new Set([deviceId]), instanceId, fileId, token, expiresAt };
    this.tickets.put(token, ticket, LIFETIME_MS, String(userId));
    return ticket;
  }

  /** What a ticket is for. @throws AppError 404 for one that is unknown or has run out */
  require(token: string): FileTicket {
    const ticket = this.tickets.get(token);
    if (!ticket) throw downloadUnavailable();
    return ticket;
  }

  /** Its right has ended. It does not come back with the right. */
  drop({ token }: FileTicket): void {
    this.tickets.delete(token);
  }

  /** The ticket stays good for as long as it was, and falls with one more device. */
  private addDevice(held: FileTicket, deviceId: string): FileTicket {
    if (held.deviceIds.has(deviceId)) return held;
    const ticket = { ...held, deviceIds: new Set([...held.deviceIds, deviceId]) };
    this.tickets.put(held.token, ticket, this.tickets.timeLeft(held.token), String(held.userId));
    return ticket;
  }

  private secondsToNext([oldest]: readonly FileTicket[]): number {
    return Math.max(1, Math.ceil(this.tickets.timeLeft(oldest?.token ?? '') / 1_000));
  }

  private dropWhere(falls: (ticket: FileTicket) => boolean): void {
    for (const ticket of this.tickets.values()) if (falls(ticket)) this.drop(ticket);
  }
}
