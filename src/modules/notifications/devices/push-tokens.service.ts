import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import {
  ACCOUNT_REMOVAL,
  DEVICE_END,
  SessionsRepository,
  type AccountRemoval,
  type DeviceEnd,
} from '../../users/users.public.js';
import { pushDeviceNotFound, pushTokenNotFound } from '../push/push.errors.js';
import { PushDevicesJob } from '../push/push-devices.job.js';
import { PushTokensRepository } from '../push/push-tokens.repository.js';
import {
  type BrowserSubscription,
  WebPushSubscriptionsRepository,
} from '../web-push/web-push-subscriptions.repository.js';

/** By what a device is to be pushed to: by a token of its maker, or as a browser. */
export type PushedBy =
  | { readonly platform: string; readonly token: Secret }
  | { readonly subscription: BrowserSubscription };

/**
 * By what are devices pushed to, and until when? A device has one way: a token that it registers ends its subscription, and a
 * subscription its token. Source: doc 3 section 9.1, issue 24 Push and Web Push.
 */
@Injectable()
export class PushTokensService implements OnModuleInit, DeviceEnd, AccountRemoval {
  constructor(
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
    private readonly subscriptions: WebPushSubscriptionsRepository,
    private readonly sessions: SessionsRepository,
    private readonly job: PushDevicesJob,
    private readonly ports: PortRegistry,
  ) {}

  onModuleInit(): void {
    this.ports.register(DEVICE_END, this);
    this.ports.register(ACCOUNT_REMOVAL, this);
  }

  /**
   * Keeps by what a device of the caller is pushed to, in place of whatever it was. It waits for nobody else.
   *
   * @throws AppError 403 where the device is somebody else's or was signed out
   */
  async register({ userId }: Caller, deviceId: string, by: PushedBy): Promise<void> {
    await this.database.write(async (tx) => {
      const owner = (await this.sessions.ownersOf(tx, [deviceId])).get(deviceId);
      if (owner?.userId !== userId) throw pushDeviceNotFound();
      if ('subscription' in by) {
        await this.tokens.endOwn(tx, userId, deviceId);
        await this.subscriptions.register(tx, { deviceId, userId, subscription: by.subscription });
      } else {
        await this.subscriptions.endDevices(tx, [deviceId]);
        await this.tokens.register(tx, { deviceId, userId, ...by });
      }
    });
    this.job.wake();
  }

  /** Ends what a device of the caller is pushed to by. @throws AppError 404 where there is nothing */
  async remove({ userId }: Caller, deviceId: string): Promise<void> {
    await this.database.write(async (tx) => {
      const had = await this.subscriptions.endOwn(tx, userId, deviceId);
      if (!(await this.tokens.endOwn(tx, userId, deviceId)) && !had) throw pushTokenNotFound();
    });
    this.job.wake();
  }

  async devicesEnded(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    await this.tokens.endDevices(tx, deviceIds);
    await this.subscriptions.endDevices(tx, deviceIds);
  }

  async accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    await this.tokens.endAccount(tx, userId);
    await this.subscriptions.endAccount(tx, userId);
  }
}
