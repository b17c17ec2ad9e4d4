import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, LessThan, Not } from 'typeorm';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { SecretBox, SecretUnreadable } from '../../../core/secrets/secret-box.js';
import { Clock } from '../../../core/time/clock.js';
import { Random } from '../../../core/time/random.js';
import { SessionsRepository } from '../../users/users.public.js';
import { PUSH_SECRETS } from '../sealed-columns.js';
import { PushTokenRow } from '../settings-rows.js';

/** More devices of one account than these aren't pushed to: the one that registered longest ago gives way. */
const MOST_PUSH_DEVICES = 20;

export interface PushRegistration {
  readonly deviceId: string;
  readonly userId: number;
  readonly platform: string;
  readonly token: Secret;
}

/** A device that may be pushed to, or that the gateway doesn't know yet. */
export interface PushTarget extends PushRegistration {
  readonly tokenHash: string;
}

/** A device to announce to the gateway; without a token, one that the gateway is to forget. */
export type UnreportedDevice = PushTarget | { readonly deviceId: string; readonly token: null };

@Injectable()
export class PushTokensRepository {
  constructor(
    private readonly sessions: SessionsRepository,
    private readonly box: SecretBox,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** In place of any earlier one. It ends wherever else it was registered: it belongs to whoever registered it last. */
  async register(tx: WriteTx, { deviceId, userId, platform, token }: PushRegistration): Promise<void> {
    const now = this.clock.now();
    const tokenHash = hashOf(token);
    await this.end(tx, { tokenHash, deviceId: Not(deviceId) });
    const known = await tx.findOneBy(PushTokenRow, { deviceId });
    const isSame = known?.userId === userId && known.tokenHash === tokenHash && known.platform === platform;
    const id = known?.id ?? this.random.uuid();
    await tx.upsert(
      PushTokenRow,
      {
        id,
        deviceId,
        userId,
        platform,
        token: this.box.seal(token, PUSH_SECRETS.token.at(id)),
        tokenHash,
        state: isSame ? known.state : 'new',
        createdAt: known?.createdAt ?? now,
        lastSeenAt: now,
      },
      ['id'],
    );
    await this.endOldest(tx, userId);
  }

  /** Those that registered last first; none that was signed out, or that is another account's by now. */
  async of(tx: ReadTx, userIds: readonly number[]): Promise<readonly PushTarget[]> {
    const rows = await tx.find(PushTokenRow, {
      where: { userId: In([...userIds]), state: LIVE },
      order: { lastSeenAt: 'DESC', id: 'ASC' },
    });
    const owners = await this.sessions.ownersOf(
      tx,
      rows.map(({ deviceId }) => deviceId),
    );
    return rows.filter((row) => owners.get(row.deviceId)?.userId === row.userId).flatMap((row) => this.readable(row));
  }

  async accounts(tx: ReadTx): Promise<readonly number[]> {
    const rows = await tx.find(PushTokenRow, { where: { state: LIVE }, select: { userId: true } });
    return [...new Set(rows.map(({ userId }) => userId))].sort((one, other) => one - other);
  }

  /** Ends the token of a device of this account. @returns false when it has none */
  async endOwn(tx: WriteTx, userId: number, deviceId: string): Promise<boolean> {
    return this.end(tx, { userId, deviceId });
  }

  async endDevices(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    await this.end(tx, { deviceId: In([...deviceIds]) });
  }

  async endAccount(tx: WriteTx, userId: number): Promise<void> {
    await this.end(tx, { userId });
  }

  /** Forgets a token that is good no more, unless the device has another by now. The gateway knows it best. */
  async forget(tx: WriteTx, { deviceId, tokenHash }: Pick<PushTarget, 'deviceId' | 'tokenHash'>): Promise<void> {
    await tx.delete(PushTokenRow, { deviceId, tokenHash });
  }

  /** What is still to be announced to the gateway, the one that waits longest first. */
  async devicesToReport(tx: ReadTx, limit: number): Promise<readonly UnreportedDevice[]> {
    const rows = await tx.find(PushTokenRow, {
      where: { state: In(['new', 'ended']) },
      order: { lastSeenAt: 'ASC', id: 'ASC' },
    });
    // Those that can't be opened don't count: they would hold up all others for ever.
    const devices: UnreportedDevice[] = [];
    for (const row of rows) {
      if (devices.length === limit) break;
      if (row.state === 'ended') devices.push({ deviceId: row.deviceId, token: null });
      else devices.push(...this.readable(row));
    }
    return devices;
  }

  /** The gateway knows this now, unless it has changed since. */
  async noteReported(tx: WriteTx, device: UnreportedDevice): Promise<void> {
    const { deviceId } = device;
    if (device.token === null) await tx.delete(PushTokenRow, { deviceId, state: 'ended' });
    else await tx.update(PushTokenRow, { deviceId, tokenHash: device.tokenHash, state: 'new' }, { state: 'known' });
  }

  /** Gives up on telling the gateway of tokens that ended before this moment. */
  async dropEnded(tx: WriteTx, before: number): Promise<void> {
    await tx.delete(PushTokenRow, { state: 'ended', lastSeenAt: LessThan(before) });
  }

  private async endOldest(tx: WriteTx, userId: number): Promise<void> {
    const rows = await tx.find(PushTokenRow, {
      where: { userId, state: LIVE },
      order: { lastSeenAt: 'DESC', id: 'ASC' },
      select: { id: true },
    });
    const surplus = rows.slice(MOST_PUSH_DEVICES).map(({ id }) => id);
    if (surplus.length > 0) await this.end(tx, { id: In(surplus) });
  }

  private async end(tx: WriteTx, which: FindOptionsWhere<PushTokenRow>): Promise<boolean> {
    const rows = await tx.find(PushTokenRow, { where: { ...which, state: LIVE }, select: { id: true } });
    if (rows.length === 0) return false;
    const ended = { token: '', tokenHash: '', state: 'ended', lastSeenAt: this.clock.now() } as const;
    await tx.update(PushTokenRow, { id: In(rows.map(({ id }) => id)) }, ended);
    return true;
  }

  /** A token that can't be opened reaches nobody, and holds up no other: its device registers anew. */
  private readable(row: PushTokenRow): readonly PushTarget[] {
    try {
      return [this.open(row)];
    } catch (fault) {
      if (fault instanceof SecretUnreadable) return [];
      throw fault;
    }
  }

  private open({ id, deviceId, userId, platform, token, tokenHash }: PushTokenRow): PushTarget {
    return { deviceId, userId, platform, token: this.box.open(token, PUSH_SECRETS.token.at(id)), tokenHash };
  }
}

const LIVE = In(['new', 'known']);

const hashOf = (token: Secret): string => createHash('sha256').update(token.reveal()).digest('hex');
