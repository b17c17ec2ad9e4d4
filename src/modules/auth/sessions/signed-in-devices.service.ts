import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { privilegedWrite, type Privileged } from '../../../core/access/privileged-write.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { DeviceRevoked, DevicesRepository, type ListedDevice, type UnrevokedDevice } from '../../users/users.public.js';
import { deviceNotFound } from '../auth.errors.js';
import { RefreshTokensService } from './refresh-tokens.service.js';

/** An account has far fewer; the others come into the list as these go. */
const MOST_LISTED = 500;

type Owner = Pick<Caller, 'userId' | 'deviceId'>;

/** Which devices are signed in, and the end of their sessions: a revoked device has none. */
@Injectable()
export class SignedInDevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly tokens: RefreshTokensService,
    private readonly events: EventBus,
  ) {}

  /** All devices that are not revoked, the one seen last first. */
  list(): Promise<readonly ListedDevice[]> {
    return this.database.read((tx) => this.devices.listUnrevoked(tx));
  }

  /** The account's devices that are not revoked, the one seen last first. */
  listOwn({ userId }: Owner): Promise<readonly UnrevokedDevice[]> {
    return this.database.read((tx) => this.devices.unrevokedOf(tx, userId, MOST_LISTED));
  }

  /** Signs a device out as its owner asks; one that is signed out already stays so. */
  async signOut(deviceId: string): Promise<void> {
    const ended = await this.database.write((tx) => this.devices.signOut(tx, deviceId));
    if (ended) await this.events.publish(new DeviceRevoked(deviceId));
  }

  /** The token may be used up or past its time; nothing happens where nobody holds it, or where it has expired and its row is gone. */
  async signOutHolder(refreshToken: string): Promise<void> {
    const presented = this.tokens.read(refreshToken);
    const facts = presented && (await this.database.read((tx) => this.tokens.factsOf(tx, presented)));
    if (facts) await this.signOut(facts.deviceId);
  }

  /**
   * Voids the unused connect links made on it, too. @throws AppError 404 for no such device; 401 when the caller's own was revoked
   * meanwhile
   */
  async revokeOwn({ userId, deviceId }: Owner, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      if (!(await this.devices.revokeOwn(tx, userId, id))) throw deviceNotFound();
    });
    await this.events.publish(new DeviceRevoked(id));
  }

  /** As {@link revokeOwn}, of anybody. @throws AppError 404 for no unrevoked device; 401 and 403 when they may not any more */
  async revoke(admin: Privileged, deviceId: string): Promise<void> {
    const revoked = await privilegedWrite(this.database, admin, (tx) => this.devices.revoke(tx, deviceId));
    if (!revoked) throw deviceNotFound();
    await this.events.publish(new DeviceRevoked(deviceId));
  }
}
