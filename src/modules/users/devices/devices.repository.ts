import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not, Or } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { dropUnusedLinks } from '../connect-links/connect-tokens.repository.js';
import { dropSetupTokens } from '../passkeys/passkeys.repository.js';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { type AuthMethod, DeviceRow, UserRow } from '../tables/people.entity.js';
import { DEVICE_END } from '../users.ports.js';

const UNNAMED = 'Unknown Device';

/** What a device is called that signed in by an account elsewhere and gave no name. */
const EXTERNAL_NAMES = { hub: 'Plex sign-in', oidc: 'Single sign-on' } as const;

/** No token of any kind lives longer without being used. */
const LONGEST_ABSENCE_MS = 365 * 24 * 60 * 60_000;

/** What a client says about the device that it runs on. */
export interface DeviceClaim {
  /** Empty becomes "Unknown Device". */
  readonly name: string;
  /** Empty when the client doesn't say; such a sign-in always makes a new device. */
  readonly hardwareId: string;
}

/** Which account elsewhere has signed a device in. */
export type ExternalOrigin =
  | { readonly method: 'hub'; readonly hubAccountId: string }
  | { readonly method: 'oidc'; readonly issuer: string };

/** Which devices: those of an account, those that signed in by a method, those of regular accounts. Each member narrows. */
interface WhichDevices {
  readonly userId?: number;
  readonly methods?: readonly AuthMethod[];
  readonly issuer?: string;
  /** Only devices of accounts that are no administrators. */
  readonly ofMembers?: true;
}

/** A device that may be used. */
export type UnrevokedDevice = Readonly<Pick<DeviceRow, 'id' | 'deviceName' | 'createdAt' | 'lastSeenAt'>>;

/** A device that may be used, with the name of its account. */
export interface ListedDevice extends UnrevokedDevice {
  readonly userId: number;
  readonly username: string;
}

/** What a purge of expired sessions has come to. */
export interface PurgedSessions {
  readonly ended: readonly string[];
  readonly moreLeft: boolean;
}

@Injectable()
export class DevicesRepository {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    private readonly random: Random,
    private readonly ports: PortRegistry,
  ) {}

  /** A local sign-in: to the account's newest unrevoked device of this hardware id, else to a new one. @returns the device's id */
  async bind(tx: WriteTx, userId: number, { name, hardwareId }: DeviceClaim): Promise<string> {
    const now = this.clock.now();
    const deviceName = name === '' ? UNNAMED : name;
    const known = hardwareId === '' ? null : await newestUnrevoked(tx, userId, hardwareId);
    if (known) {
      await tx.update(DeviceRow, { id: known.id }, { deviceName, lastSeenAt: now });
      return known.id;
    }
    return this.add(tx, { userId, deviceName, hardwareId, authMethod: 'local', oidcIssuer: null, hubAccountId: null });
  }

  /** Binds a sign-in by an account elsewhere, always to a new device. @returns the device's id */
  bindExternal(
    tx: WriteTx,
    userId: number,
    { name, hardwareId }: DeviceClaim,
    origin: ExternalOrigin,
  ): Promise<string> {
    return this.add(tx, {
      userId,
      deviceName: name === '' ? EXTERNAL_NAMES[origin.method] : name,
      hardwareId,
      authMethod: origin.method,
      oidcIssuer: origin.method === 'oidc' ? origin.issuer : null,
      hubAccountId: origin.method === 'hub' ? origin.hubAccountId : null,
    });
  }

  private async add(
    tx: WriteTx,
    fields: Omit<DeviceRow, 'id' | 'createdAt' | 'lastSeenAt' | 'revokedAt'>,
  ): Promise<string> {
    const id = this.random.uuid();
    const now = this.clock.now();
    await tx.insert(DeviceRow, { id, ...fields, createdAt: now, lastSeenAt: now, revokedAt: null });
    return id;
  }

  /** All devices that are not revoked, the one seen last first. */
  async listUnrevoked(tx: ReadTx): Promise<readonly ListedDevice[]> {
    const rows = await tx.find(DeviceRow, { where: { revokedAt: IsNull() }, order: { lastSeenAt: 'DESC', id: 'ASC' } });
    const ownerIds = new Set(rows.map((row) => row.userId));
    const accounts = await tx.findBy(UserRow, { id: In([...ownerIds]) });
    const owners = new Map(accounts.map(({ id, username }) => [id, username]));
    return rows.flatMap(({ id, userId, deviceName, createdAt, lastSeenAt }) => {
      const username = owners.get(userId);
      return username === undefined ? [] : [{ id, userId, username, deviceName, createdAt, lastSeenAt }];
    });
  }

  /** The devices of one account that are not revoked, the one seen last first, at most `limit`. */
  unrevokedOf(tx: ReadTx, userId: number, limit: number): Promise<readonly UnrevokedDevice[]> {
    return tx.find(DeviceRow, {
      where: { userId, revokedAt: IsNull() },
      order: { lastSeenAt: 'DESC', id: 'ASC' },
      take: limit,
    });
  }

  /** Is there such a device, and may it still be used? */
  isUnrevoked(tx: ReadTx, id: string): Promise<boolean> {
    return tx.existsBy(DeviceRow, { id, revokedAt: IsNull() });
  }

  /** @throws AppError 401 for a device that was revoked after the call's session had been judged */
  async requireUnrevoked(tx: ReadTx, id: string): Promise<void> {
    if (!(await this.isUnrevoked(tx, id))) throw unauthorized();
  }

  /** Ends every device of the account but this one, as {@link revoke}. @returns the ids of those that were ended */
  async revokeOthers(tx: WriteTx, userId: number, keptId: string): Promise<readonly string[]> {
    const others = await tx.findBy(DeviceRow, { userId, id: Not(keptId), revokedAt: IsNull() });
    for (const { id } of others) await this.revoke(tx, id);
    return others.map(({ id }) => id);
  }

  /** Ends these devices, as {@link revoke}. @returns the ids of those that were ended */
  async revokeWhere(tx: WriteTx, { userId, methods, issuer, ofMembers }: WhichDevices): Promise<readonly string[]> {
    const where: FindOptionsWhere<DeviceRow> = { revokedAt: IsNull() };
    if (userId !== undefined) where.userId = userId;
    if (methods) where.authMethod = In(methods);
    if (issuer !== undefined) where.oidcIssuer = issuer;
    const found = await tx.find(DeviceRow, { where, select: { id: true, userId: true } });
    const admins = ofMembers ? await tx.find(UserRow, { where: { role: 'admin' }, select: { id: true } }) : [];
    const spared = new Set(admins.map(({ id }) => id));
    const ended = found.filter((device) => !spared.has(device.userId)).map(({ id }) => id);
    for (const id of ended) await this.revoke(tx, id);
    return ended;
  }

  /** Voids the unused connect links that were made on it, too. @returns false when there is no such device or it was revoked before */
  async revoke(tx: WriteTx, id: string): Promise<boolean> {
    const ended = await this.end(tx, [id]);
    if (ended.length > 0) await dropUnusedLinks(tx, { createdDevice: id });
    return ended.length > 0;
  }

  /** As {@link revoke}, for a device of this account. @returns false when the account has no such unrevoked device */
  async revokeOwn(tx: WriteTx, userId: number, id: string): Promise<boolean> {
    return (await tx.existsBy(DeviceRow, { id, userId })) && this.revoke(tx, id);
  }

  /** As its owner asks: its connect links stay good, a link that registers a passkey ends. @returns false as {@link revoke} */
  async signOut(tx: WriteTx, id: string): Promise<boolean> {
    return (await this.end(tx, [id])).length > 0;
  }

  /**
   * Deletes at most `limit` expired tokens of each kind, and ends the devices that lose their last refresh token by it, or hold none and
   * were not seen for a year. The number of statements doesn't grow with the devices.
   */
  async purgeExpired(tx: WriteTx, now: number, limit: number): Promise<PurgedSessions> {
    const { lapsedDevices, moreLeft } = await this.sessions.purgeExpired(tx, now, limit);
    const absent = await absentSince(tx, now - LONGEST_ABSENCE_MS, limit);
    const ended = await this.end(tx, [...new Set([...lapsedDevices, ...absent])]);
    return { ended, moreLeft: moreLeft || absent.length === limit };
  }

  /** Ends those of these devices that are not revoked yet, and answers their ids. */
  private async end(tx: WriteTx, ids: readonly string[]): Promise<readonly string[]> {
    const found = await tx.find(DeviceRow, { where: { id: In(ids), revokedAt: IsNull() }, select: { id: true } });
    const ended = found.map(({ id }) => id);
    if (ended.length === 0) return ended;
    await tx.update(DeviceRow, { id: In(ended) }, { revokedAt: this.clock.now() });
    await this.sessions.endDevices(tx, ended);
    await dropSetupTokens(tx, { deviceId: In(ended) });
    for (const answer of this.ports.all(DEVICE_END)) await answer.devicesEnded(tx, ended);
    return ended;
  }

  /** Epoch milliseconds by device id. A later moment on record stays, unless it lies in the future: the clock was set back. */
  async noteSeen(tx: WriteTx, seen: ReadonlyMap<string, number>): Promise<void> {
    const now = this.clock.now();
    for (const [id, lastSeenAt] of seen) {
      await tx.update(DeviceRow, { id, lastSeenAt: Or(LessThan(lastSeenAt), MoreThan(now)) }, { lastSeenAt });
    }
  }
}

/** Devices that are signed in by no refresh token of ours and were last seen at `moment` or before, at most `limit`. */
async function absentSince(tx: ReadTx, moment: number, limit: number): Promise<readonly string[]> {
  const rows = await tx
    .createQueryBuilder()
    .select('device.id', 'id')
    .from(DeviceRow, 'device')
    .where('device.revoked_at IS NULL AND device.last_seen_at <= :moment', { moment })
    .andWhere('NOT EXISTS (SELECT 1 FROM refresh_tokens token WHERE token.device_id = device.id)')
    .limit(limit)
    .getRawMany<{ readonly id: string }>();
  return rows.map(({ id }) => id);
}

function newestUnrevoked(tx: ReadTx, userId: number, hardwareId: string): Promise<DeviceRow | null> {
  return tx.findOne(DeviceRow, {
    where: { userId, hardwareId, authMethod: 'local', revokedAt: IsNull() },
    order: { createdAt: 'DESC', id: 'ASC' },
  });
}
