import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import {
  ACCOUNT_REMOVAL,
  AccountRemoved,
  DEVICE_END,
  DeviceRevoked,
  SessionsRepository,
  type AccountRemoval,
  type DeviceEnd,
} from '../../users/users.public.js';
import { pushDeviceNotFound, pushTokenNotFound } from './push.errors.js';
import { PushDevicesJob } from './push-devices.job.js';
import { type PushRegistration, PushTokensRepository } from './push-tokens.repository.js';

/** By which token are devices pushed to, and until when? Source: doc 3 section 9.1, issue 24 Push. */
@Injectable()
export class PushTokensService implements OnModuleInit, DeviceEnd, AccountRemoval {
  constructor(
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
    private readonly sessions: SessionsRepository,
    private readonly job: PushDevicesJob,
    private readonly ports: PortRegistry,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.ports.register(DEVICE_END, this);
    this.ports.register(ACCOUNT_REMOVAL, this);
    this.events.on(DeviceRevoked, () => this.job.wake());
    this.events.on(AccountRemoved, () => this.job.wake());
  }

  /**
   * Keeps the token of a device of the caller. It doesn't wait for the gateway.
   *
   * @throws AppError 403 where the device is somebody else's or was signed out
   */
  async register({ userId }: Caller, { deviceId, platform, token }: Omit<PushRegistration, 'userId'>): Promise<void> {
    await this.database.write(async (tx) => {
      const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
      if (owner?.userId !== userId) throw pushDeviceNotFound();
      await this.tokens.register(tx, { deviceId, userId, platform, token });
    });
    this.job.wake();
  }

  /** Ends the token of a device of the caller. @throws AppError 404 where it has none */
  async remove({ userId }: Caller, deviceId: string): Promise<void> {
    await this.database.write(async (tx) => {
      if (!(await this.tokens.endOwn(tx, userId, deviceId))) throw pushTokenNotFound();
    });
    this.job.wake();
  }

  devicesEnded(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    return this.tokens.endDevices(tx, deviceIds);
  }

  accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    return this.tokens.endAccount(tx, userId);
  }
}
