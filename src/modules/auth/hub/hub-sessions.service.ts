import { Injectable } from '@nestjs/common';
import type { ReadTx, WriteTx } from '../../../core/database/database.js';
import { unauthorized } from '../../../core/errors/app-error.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { DeviceRevoked, DevicesRepository } from '../../users/users.public.js';

/** The sessions that the hub has begun, and their end. Source: doc 1 section 5, rule 7. */
@Injectable()
export class HubSessionsService {
  constructor(
    private readonly devices: DevicesRepository,
    private readonly events: EventBus,
  ) {}

  /**
   * Ends them, those of one account or of all, in the write that ends the right to them. Once it is committed,
   * {@link announce} what is returned.
   */
  end(tx: WriteTx, userId?: number): Promise<readonly string[]> {
    return this.devices.revokeWhere(tx, { userId, methods: ['hub'] });
  }

  /** @throws AppError 401 when the device that asks was revoked meanwhile */
  async requireOpen(tx: ReadTx, deviceId: string): Promise<void> {
    if (!(await this.devices.isUnrevoked(tx, deviceId))) throw unauthorized();
  }

  /** Says that these devices were ended: open sockets end with them. */
  async announce(deviceIds: readonly string[]): Promise<void> {
    for (const deviceId of deviceIds) await this.events.publish(new DeviceRevoked(deviceId));
  }
}
