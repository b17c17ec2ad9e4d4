import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import { AccountRemoved, DeviceRevoked } from '../../users/users.public.js';
import { PushGatewayService } from './push-gateway.service.js';
import { PushTokensRepository } from './push-tokens.repository.js';

const JOB = 'notifications.push-devices';
const EVERY_MS = 5 * 60_000;

/** How many devices the gateway is told of in one run. */
const DEVICES_PER_RUN = 100;

/** For how long a gateway that can't be reached is asked to forget a device. Nothing is sent to it meanwhile. */
const FORGETTING_MS = 7 * 24 * 60 * 60_000;

/** Tells the gateway which devices have registered and which have ended, until it has understood. */
@Injectable()
export class PushDevicesJob implements OnModuleInit {
  constructor(
    private readonly jobs: JobRunner,
    private readonly database: Database,
    private readonly tokens: PushTokensRepository,
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
      run: (signal) => this.run(signal),
    });
    this.events.on(DeviceRevoked, () => this.wake());
    this.events.on(AccountRemoved, () => this.wake());
  }

  /** A device has registered or ended. Nobody waits for the gateway. */
  wake(): void {
    this.jobs.wake(JOB);
  }

  private async run(signal: AbortSignal): Promise<void> {
    const { isConfigured } = this.gateway;
    const before = isConfigured ? this.clock.now() - FORGETTING_MS : Number.MAX_SAFE_INTEGER;
    await this.database.write((tx) => this.tokens.dropEnded(tx, before));
    if (!isConfigured) return;
    for (const device of await this.database.read((tx) => this.tokens.untold(tx, DEVICES_PER_RUN))) {
      if (signal.aborted) return;
      await this.gateway.tell(device, signal);
      await this.database.write((tx) => this.tokens.told(tx, device));
    }
  }
}
