import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { BACKUP_REASONS, type BackupReason } from '../../core/backups/backup-fault.js';
import type { ProvenBackup } from '../../core/backups/backup-maker.js';
import type { Settings } from '../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../core/core.module.js';
import { Database } from '../../core/database/database.js';
import type { Log } from '../../core/logging/log.js';
import { Meter } from '../../core/metrics/meter.js';
import { defineSetting, SettingsRepository } from '../../modules/settings/settings.public.js';

/** Times are epoch milliseconds. */
export interface BackupOutcome {
  /** Restored into a scratch database and found whole. */
  readonly proven: ProvenBackup | null;
  readonly failing: {
    readonly since: number;
    readonly lastAt: number;
    readonly reason: BackupReason;
    readonly attempts: number;
  } | null;
}

const OUTCOME = defineSetting<BackupOutcome>({
  key: 'backup_outcome',
  schema: z.object({
    proven: z.object({ file: z.string(), takenAt: z.number(), provenAt: z.number(), bytes: z.number() }).nullable(),
    failing: z
      .object({ since: z.number(), lastAt: z.number(), reason: z.enum(BACKUP_REASONS), attempts: z.number() })
      .nullable(),
  }),
  fallback: { proven: null, failing: null },
});

/**
 * When was a backup last proven, and what has failed since? Known while the database is out of order, too. Empty where the database is on a
 * server: what was proven of the file before a move says nothing of it.
 */
@Injectable()
export class BackupRecordService implements OnModuleInit {
  private known = OUTCOME.fallback;

  constructor(
    private readonly database: Database,
    private readonly settings: SettingsRepository,
    private readonly meter: Meter,
    @InjectSettings() private readonly environment: Settings,
    @InjectLog() private readonly log: Log,
  ) {}

  /** Where the database is on a server of its own, backups are left to that one. */
  get isMadeHere(): boolean {
    return this.environment.databaseUrl === undefined;
  }

  get outcome(): BackupOutcome {
    return this.known;
  }

  /** A record that can't be read is no reason not to start. */
  async onModuleInit(): Promise<void> {
    if (!this.isMadeHere) return;
    try {
      this.know(await this.database.read((tx) => this.settings.get(tx, OUTCOME)));
    } catch (error) {
      this.log.warn('the record of backups could not be read', { error });
    }
  }

  async keepProven(proven: ProvenBackup): Promise<void> {
    await this.keep({ proven, failing: null });
  }

  async keepFailure(at: number, reason: BackupReason): Promise<void> {
    const { proven, failing } = this.known;
    const attempts = (failing?.attempts ?? 0) + 1;
    await this.keep({ proven, failing: { since: failing?.since ?? at, lastAt: at, reason, attempts } });
  }

  /** What can't be stored, on a full disk for one, is known until the server ends. */
  private async keep(outcome: BackupOutcome): Promise<void> {
    this.know(outcome);
    try {
      await this.database.write((tx) => this.settings.set(tx, OUTCOME, outcome));
    } catch (error) {
      this.log.warn('the record of backups could not be stored', { error });
    }
  }

  private know(outcome: BackupOutcome): void {
    this.known = outcome;
    this.meter.backups({ proven: outcome.proven, failedAttempts: outcome.failing?.attempts ?? 0 });
  }
}
