import { Injectable } from '@nestjs/common';
import { In, IsNull, LessThanOrEqual, MoreThanOrEqual, Not } from 'typeorm';
import type { Role } from '../../../core/access/permissions.js';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { sqlRows } from '../../../core/database/sql-rows.js';
import { DeviceRow } from '../tables/people.entity.js';
import { AccessTokenRow, RefreshTokenRow } from '../tables/sign-in.entity.js';

/** A token that a device is given. Only its hash is kept. */
export type NewToken = Readonly<
  Omit<AccessTokenRow, 'linkRedeemedAt'> & Partial<Pick<AccessTokenRow, 'linkRedeemedAt'>>
>;

/** Everything an access token is judged by, as of this moment. */
export interface AccessFacts {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
  readonly deviceId: string;
  readonly kids: boolean;
  readonly expiresAt: number;
  readonly deviceRevokedAt: number | null;
}

/** Whose device it is, and what that account is at this moment. */
export type DeviceOwner = Pick<AccessFacts, 'userId' | 'role' | 'kids'>;

/** A {@link DeviceOwner} with the name of the account. */
type NamedDeviceOwner = DeviceOwner & Pick<AccessFacts, 'username'>;

/** Everything a refresh token is judged by, as of this moment. */
export interface RefreshFacts extends Readonly<
  Pick<RefreshTokenRow, 'userId' | 'deviceId' | 'expiresAt' | 'supersededAt' | 'linkRedeemedAt'>
> {
  readonly deviceRevokedAt: number | null;
}

/** Whose device a refresh token was issued to, and until when it was good. */
export type TokenHolder = Pick<RefreshFacts, 'deviceId' | 'expiresAt'>;

/** What a purge of tokens has come to. */
export interface PurgedTokens {
  /** Devices whose last refresh token was among those deleted: no session of theirs can be gone on with. */
  readonly lapsedDevices: readonly string[];
  readonly moreLeft: boolean;
}

/** How long the row of a used-up refresh token stays. From then on its text alone says whose replay it is. */
const USED_UP_MEMORY_MS = 60 * 60_000;

@Injectable()
export class SessionsRepository {
  async addAccess(tx: WriteTx, token: NewToken): Promise<void> {
    await tx.insert(AccessTokenRow, { linkRedeemedAt: null, ...token });
  }

  /** Keeps a refresh token, whose text says whose device it is, as the current one of its session. */
  async addRefresh(tx: WriteTx, token: NewToken): Promise<void> {
    await tx.insert(RefreshTokenRow, { linkRedeemedAt: null, ...token, supersededAt: null, namesDevice: true });
  }

  /** Notes that a refresh token has been exchanged for the next one. */
  async supersede(tx: WriteTx, tokenHash: string, supersededAt: number): Promise<void> {
    await tx.update(RefreshTokenRow, { tokenHash }, { supersededAt });
  }

  async accessFacts(tx: ReadTx, tokenHash: string): Promise<AccessFacts | null> {
    const [row] = await sqlRows<AccessAnswer>(tx, ACCESS_FACTS, { tokenHash });
    if (!row) return null;
    const deviceRevokedAt = row.revoked_at === null ? null : Number(row.revoked_at);
    return { ...ownerOf(row), deviceId: row.device_id, expiresAt: Number(row.expires_at), deviceRevokedAt };
  }

  /** Whose devices are these? By id; those that are revoked, or whose account is gone, are left out. */
  async ownersOf(tx: ReadTx, deviceIds: readonly string[]): Promise<ReadonlyMap<string, NamedDeviceOwner>> {
    if (deviceIds.length === 0) return new Map();
    const rows = await sqlRows<OwnerAnswer>(tx, DEVICE_OWNERS, { deviceIds });
    return new Map(rows.map((row) => [row.device_id, ownerOf(row)]));
  }

  async refreshFacts(tx: ReadTx, tokenHash: string): Promise<RefreshFacts | null> {
    const token = await tx.findOneBy(RefreshTokenRow, { tokenHash });
    const device = token && (await tx.findOneBy(DeviceRow, { id: token.deviceId }));
    if (!token || !device) return null;
    const { userId, deviceId, expiresAt, supersededAt, linkRedeemedAt } = token;
    return { userId, deviceId, expiresAt, supersededAt, linkRedeemedAt, deviceRevokedAt: device.revokedAt };
  }

  /**
   * A token without a row was used up, so its session has one that expires no earlier. Null where it has none (a restored backup is older).
   */
  async forgottenFacts(tx: ReadTx, { deviceId, expiresAt }: TokenHolder): Promise<RefreshFacts | null> {
    const device = await tx.findOneBy(DeviceRow, { id: deviceId, revokedAt: IsNull() });
    const wentOn = device && (await tx.existsBy(RefreshTokenRow, { deviceId, expiresAt: MoreThanOrEqual(expiresAt) }));
    if (!wentOn) return null;
    const { userId } = device;
    return { userId, deviceId, expiresAt, supersededAt: -Infinity, deviceRevokedAt: null, linkRedeemedAt: null };
  }

  /** When was the connect link redeemed that opened this token's session? Null where none has, or it has set a password since. */
  async linkRedeemedAt(tx: ReadTx, tokenHash: string): Promise<number | null> {
    const token = await tx.findOneBy(AccessTokenRow, { tokenHash });
    return token?.linkRedeemedAt ?? null;
  }

  /** Makes every session of this account one that no connect link has opened. */
  async forgetLinks(tx: WriteTx, userId: number): Promise<void> {
    const opened = { userId, linkRedeemedAt: Not(IsNull()) };
    await tx.update(AccessTokenRow, opened, { linkRedeemedAt: null });
    await tx.update(RefreshTokenRow, opened, { linkRedeemedAt: null });
  }

  async endDevices(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    await tx.delete(AccessTokenRow, { deviceId: In(deviceIds) });
    await tx.delete(RefreshTokenRow, { deviceId: In(deviceIds) });
  }

  /** Deletes expired tokens, and refresh tokens whose text names their device an hour after their use; at most `limit` of each kind. */
  async purgeExpired(tx: WriteTx, now: number, limit: number): Promise<PurgedTokens> {
    const expired = { where: { expiresAt: LessThanOrEqual(now) }, take: limit } as const;
    const access = await tx.find(AccessTokenRow, { ...expired, select: { tokenHash: true } });
    const refresh = await tx.find(RefreshTokenRow, { ...expired, select: { tokenHash: true, deviceId: true } });
    const usedUp = await tx.find(RefreshTokenRow, {
      where: { namesDevice: true, supersededAt: LessThanOrEqual(now - USED_UP_MEMORY_MS) },
      take: limit,
      select: { tokenHash: true },
    });
    await tx.delete(AccessTokenRow, { tokenHash: In(access.map((row) => row.tokenHash)) });
    await tx.delete(RefreshTokenRow, { tokenHash: In([...refresh, ...usedUp].map((row) => row.tokenHash)) });
    return {
      lapsedDevices: await withoutRefresh(tx, [...new Set(refresh.map((row) => row.deviceId))]),
      moreLeft: Math.max(access.length, refresh.length, usedUp.length) === limit,
    };
  }
}

/** Which of these devices hold no refresh token? One statement: a write holds up all others. */
async function withoutRefresh(tx: ReadTx, deviceIds: readonly string[]): Promise<readonly string[]> {
  if (deviceIds.length === 0) return [];
  const rows = await tx
    .createQueryBuilder()
    .select('device.id', 'device_id')
    .from(DeviceRow, 'device')
    .where('device.id IN (:...deviceIds)', { deviceIds })
    .andWhere('NOT EXISTS (SELECT 1 FROM refresh_tokens token WHERE token.device_id = device.id)')
    .getRawMany<Pick<OwnerAnswer, 'device_id'>>();
  return rows.map((row) => row.device_id);
}

interface OwnerAnswer {
  readonly device_id: string;
  readonly user_id: number;
  readonly username: string;
  readonly role: string;
  /** The account again where it has a content policy. */
  readonly policy_of: number | null;
}

/** What the engine answers; PostgreSQL gives `bigint` as text. */
interface AccessAnswer extends OwnerAnswer {
  readonly expires_at: number | string;
  readonly revoked_at: number | string | null;
}

const DEVICE_OWNERS = `
  SELECT device.id AS device_id, account.id AS user_id, account.username, account.role, policy.user_id AS policy_of
  FROM devices device
  JOIN users account ON account.id = device.user_id
  LEFT JOIN user_content_policies policy ON policy.user_id = account.id
  WHERE device.revoked_at IS NULL AND device.id IN (:...deviceIds)`;

const ACCESS_FACTS = `
  SELECT token.expires_at, device.id AS device_id, device.revoked_at,
    account.id AS user_id, account.username, account.role, policy.user_id AS policy_of
  FROM access_tokens token
  JOIN devices device ON device.id = token.device_id AND device.user_id = token.user_id
  JOIN users account ON account.id = token.user_id
  LEFT JOIN user_content_policies policy ON policy.user_id = account.id
  WHERE token.token_hash = :tokenHash`;

/** A kids account is one with a content policy, whatever the policy says. */
const ownerOf = ({ user_id, username, role, policy_of }: OwnerAnswer): NamedDeviceOwner => ({
  userId: user_id,
  username,
  role: role === 'admin' ? 'admin' : 'user',
  kids: policy_of !== null,
});
