import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { EventBus } from '../../../core/events/event-bus.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import { Clock } from '../../../core/time/clock.js';
import {
  ConnectTokensRepository,
  DevicesRepository,
  PasskeysRepository,
  publishRevoked,
} from '../../users/users.public.js';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** How long an expired or used connect link stays distinguishable from an unknown one. */
const CONNECT_MEMORY_MS = 30 * DAY_MS;

/** One write holds up the others only for this many rows. */
const ROWS_PER_WRITE = 500;

/** Deletes tokens that can't be used any more, once an hour, and signs out the devices that hold none. */
@Injectable()
export class TokenPurgeJob implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly connectTokens: ConnectTokensRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly jobs: JobRunner,
    private readonly events: EventBus,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'auth.purge-tokens',
      title: 'Clean up old sign-ins',
      purpose: 'Removes invite links, setup links and sessions that have expired.',
      everyMs: HOUR_MS,
      run: (signal) => this.purge(signal),
    });
  }

  private async purge(signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    let more = true;
    while (more && !signal.aborted) {
      const { ended, moreLeft } = await this.database.write(async (tx) => {
        const sessions = await this.devices.purgeExpired(tx, now, ROWS_PER_WRITE);
        const linksLeft = await this.connectTokens.purgeExpired(tx, now - CONNECT_MEMORY_MS, ROWS_PER_WRITE);
        const setupsLeft = await this.passkeys.purgeSetupTokens(tx, now, ROWS_PER_WRITE);
        return { ended: sessions.ended, moreLeft: sessions.moreLeft || linksLeft || setupsLeft };
      });
      await publishRevoked(this.events, ended);
      more = moreLeft;
    }
  }
}
