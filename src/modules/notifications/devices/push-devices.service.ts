import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type WriteTx } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { PortRegistry } from '../../../core/ports/port-registry.js';
import type { Secret } from '../../../core/secrets/secret.js';
import { Clock } from '../../../core/time/clock.js';
import {
  ACCOUNT_REMOVAL,
  AccountRemoved,
  DEVICE_END,
  DeviceRevoked,
  SessionsRepository,
  type AccountRemoval,
  type DeviceEnd,
} from '../../users/users.public.js';
import { PushGatewayService } from '../push/push-gateway.service.js';
import { PushTokensRepository } from '../push/push-tokens.repository.js';
import { pushDeviceNotFound, pushTokenNotFound } from '../push/push.errors.js';
import {
  type BrowserSubscription,
  WebPushSubscriptionsRepository,
} from '../web-push/web-push-subscriptions.repository.js';

const JOB = 'notifications.push-devices';
const EVERY_MS = 5 * 60_000;

const DEVICES_PER_RUN = 100;

/** For how long a gateway that can't be reached is asked to forget a device. Nothing is sent to it meanwhile. */
const FORGETTING_MS = 7 * 24 * 60 * 60_000;

/** By what a device is to be pushed to: by a token of its maker, or as a browser. */
export type PushedBy =
  | { readonly platform: string; readonly token: Secret }
  | { readonly subscription: BrowserSubscription };

/** A token ends the device's subscription, and a subscription its token. A job tells the gateway what has changed. */
@Injectable()
export class PushDevicesService implements OnModuleInit, DeviceEnd, AccountRemoval {
  constructor(
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
    private readonly subscriptions: WebPushSubscriptionsRepository,
    private readonly sessions: SessionsRepository,
    private readonly ports: PortRegistry,
    private readonly jobs: JobRunner,
    private readonly gateway: PushGatewayService,
    private readonly clock: Clock,
    private readonly events: EventBus,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: JOB,
      title: 'Register phones for push messages',
      purpose: 'Tells the push gateway which phones may be sent messages, and which not any more.',
      everyMs: EVERY_MS,
      run: (signal) => this.tellGateway(signal),
    });
    this.events.on(DeviceRevoked, () => this.jobs.wake(JOB));
    this.events.on(AccountRemoved, () => this.jobs.wake(JOB));
    this.ports.register(DEVICE_END, this);
    this.ports.register(ACCOUNT_REMOVAL, this);
  }

  /** In place of whatever it was. @throws AppError 403 where the device is somebody else's or was signed out */
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
    this.jobs.wake(JOB);
  }

  /** Ends what a device of the caller is pushed to by. @throws AppError 404 where there is nothing */
  async remove({ userId }: Caller, deviceId: string): Promise<void> {
    await this.database.write(async (tx) => {
      const had = await this.subscriptions.endOwn(tx, userId, deviceId);
      if (!(await this.tokens.endOwn(tx, userId, deviceId)) && !had) throw pushTokenNotFound();
    });
    this.jobs.wake(JOB);
  }

  async devicesEnded(tx: WriteTx, deviceIds: readonly string[]): Promise<void> {
    await this.tokens.endDevices(tx, deviceIds);
    await this.subscriptions.endDevices(tx, deviceIds);
  }

  async accountRemoved(tx: WriteTx, userId: number): Promise<void> {
    await this.tokens.endAccount(tx, userId);
    await this.subscriptions.endAccount(tx, userId);
  }

  private async tellGateway(signal: AbortSignal): Promise<void> {
    const { isConfigured } = this.gateway;
    const before = isConfigured ? this.clock.now() - FORGETTING_MS : Number.MAX_SAFE_INTEGER;
    await this.database.write((tx) => this.tokens.dropEnded(tx, before));
    if (!isConfigured) return;
    for (const device of await this.database.read((tx) => this.tokens.devicesToReport(tx, DEVICES_PER_RUN))) {
      if (signal.aborted) return;
      await this.gateway.tell(device, signal);
      await this.database.write((tx) => this.tokens.noteReported(tx, device));
    }
  }
}
