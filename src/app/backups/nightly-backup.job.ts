import { Injectable, type OnModuleInit } from '@nestjs/common';
import { toBackupFault } from '../../core/backups/backup-fault.js';
import { BackupMaker } from '../../core/backups/backup-maker.js';
import { isBackupDue, SPREAD_MS } from '../../core/backups/night.js';
import { InjectLog } from '../../core/core.module.js';
import { JobRunner } from '../../core/jobs/job-runner.js';
import type { Log } from '../../core/logging/log.js';
import { Clock } from '../../core/time/clock.js';
import { Random } from '../../core/time/random.js';
import { BackupRecordService } from './backup-record.service.js';

export const BACKUP_JOB = 'backups.nightly';

/** A night that was missed is made up this long after the start. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Tries again later in a night that failed. */
@Injectable()
export class NightlyBackupJob implements OnModuleInit {
  private readonly spreadMs: number;

  constructor(
    private readonly jobs: JobRunner,
    private readonly maker: BackupMaker,
    private readonly record: BackupRecordService,
    private readonly clock: Clock,
    random: Random,
    @InjectLog() private readonly log: Log,
  ) {
    this.spreadMs = random.bytes(4).readUInt32BE() % SPREAD_MS;
  }

  onModuleInit(): void {
    if (!this.record.isMadeHere) {
      this.log.info('no backups are made here: they are left to the server that DATABASE_URL names');
      return;
    }
    this.jobs.register({
      name: BACKUP_JOB,
      title: 'Nightly backup',
      purpose: 'Checks whether the backup of the night is due, and makes it if so.',
      everyMs: LOOK_EVERY_MS,
      run: (signal) => this.look(signal),
    });
  }

  private async look(signal: AbortSignal): Promise<void> {
    const { proven, failing } = this.record.outcome;
    const times = { provenAt: proven?.takenAt ?? null, failedAt: failing?.lastAt ?? null, spreadMs: this.spreadMs };
    if (isBackupDue({ now: this.clock.now(), ...times })) await this.backUp(signal);
  }

  private async backUp(signal: AbortSignal): Promise<void> {
    try {
      const proven = await this.maker.make(signal);
      this.log.info('backup made and proven', { file: proven.file, bytes: proven.bytes });
      await this.record.keepProven(proven);
    } catch (error) {
      // A run that ends because the server stops has not failed: the next start makes it up.
      signal.throwIfAborted();
      const fault = toBackupFault(error);
      await this.record.keepFailure(this.clock.now(), fault.reason);
      throw fault;
    }
  }
}
