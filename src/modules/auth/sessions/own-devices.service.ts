import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { DeviceRevoked, DevicesRepository, type UnrevokedDevice } from '../../users/users.public.js';
import { deviceNotFound } from '../auth.errors.js';

/** An account has far fewer; the others come into the list as these go. */
const MOST_LISTED = 500;

/** The account and the device of a session. */
type Owner = Pick<Caller, 'userId' | 'deviceId'>;

/** Where is an account signed in, as its owner asks? Source: issue 22, Routes of ours. */
@Injectable()
export class OwnDevicesService {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly events: EventBus,
  ) {}

  /** The account's devices that are not revoked, the one seen last first. */
  list({ userId }: Owner): Promise<readonly UnrevokedDevice[]> {
    return this.database.read((tx) => this.devices.unrevokedOf(tx, userId, MOST_LISTED));
  }

  /**
   * Takes one of the account's devices its rights, and the unused connect links that were made on it.
   *
   * @throws AppError 404 when the account has no such device or it is revoked already; 401 when the session's own device was
   *   revoked meanwhile
   */
  async revoke({ userId, deviceId }: Owner, id: string): Promise<void> {
    await this.database.write(async (tx) => {
      await this.devices.requireUnrevoked(tx, deviceId);
      if (!(await this.devices.revokeOwn(tx, userId, id))) throw deviceNotFound();
    });
    await this.events.publish(new DeviceRevoked(id));
  }
}
