import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Database } from '../../../core/database/database.js';
import { InjectLog } from '../../../core/core.module.js';
import { JobRunner } from '../../../core/jobs/job-runner.js';
import type { Log } from '../../../core/logging/log.js';
import { DevicesRepository } from '../../users/users.public.js';

/** At most one write per device in this time. */
const EVERY_MS = 60_000;

/** More devices than this in one minute are not noted; they are the next time they call. */
const MAX_PENDING = 10_000;

/** One write holds up the others only for this many rows. */
const ROWS_PER_WRITE = 200;

/** When was each device seen last? Requests note it in memory; a job, and the end of the program, write it. */
@Injectable()
export class LastSeenService implements OnModuleInit, BeforeApplicationShutdown {
  private readonly pending = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly devices: DevicesRepository,
    private readonly jobs: JobRunner,
    @InjectLog() private readonly log: Log,
  ) {}

  onModuleInit(): void {
    this.jobs.register({
      name: 'auth.last-seen',
      title: 'Note when devices were last used',
      purpose: 'Saves when each signed-in device was last active.',
      everyMs: EVERY_MS,
      run: () => this.flush(),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    try {
      await this.flush();
    } catch (error) {
      this.log.warn('devices seen last could not be written', { error });
    }
  }

  /** Notes that a device was seen at `moment`, in epoch milliseconds. */
  note(deviceId: string, moment: number): void {
    if (this.pending.size < MAX_PENDING || this.pending.has(deviceId)) this.pending.set(deviceId, moment);
  }

  /** Writes what has been noted until now. What can't be written stays noted. */
  private async flush(): Promise<void> {
    const noted = [...this.pending];
    this.pending.clear();
    while (noted.length > 0) {
      const batch = new Map(noted.slice(0, ROWS_PER_WRITE));
      try {
        await this.database.write((tx) => this.devices.noteSeen(tx, batch));
      } catch (fault) {
        this.noteAgain(noted);
        throw fault;
      }
      noted.splice(0, ROWS_PER_WRITE);
    }
  }

  /** A device that was seen again meanwhile keeps its later moment. */
  private noteAgain(noted: readonly (readonly [string, number])[]): void {
    for (const [deviceId, moment] of noted) {
      if (!this.pending.has(deviceId)) this.note(deviceId, moment);
    }
  }
}
