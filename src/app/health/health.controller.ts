import type { BackupReason } from '../../core/backups/backup-fault.js';
import { rfc3339, type Rfc3339 } from '../../core/http/view-members.js';
import { type BackupOutcome, BackupRecordService } from '../backups/backup-record.service.js';
import { Controller, Get, Header } from '@nestjs/common';
import { Public, MetricsToken } from '../../core/access/access.decorators.js';
import { AppError } from '../../core/errors/app-error.js';
import { Answers } from '../../core/http/answers.decorators.js';
import { Database } from '../../core/database/database.js';
import { migrations } from '../../migrations/all-migrations.js';
import { EncryptionCanaryService } from '../start/encryption-canary.service.js';
import { StorageProbeService } from './storage-probe.service.js';
import { Meter } from '../../core/metrics/meter.js';

/** One thing that must be in order before the server can do its work: `database` is what is read of it. */
type ReadinessCheck = 'database' | 'writes' | 'key' | 'migrations';

/** How the backups are doing, for callers who may be anybody: times and fixed words, no name of a file or a folder. */
interface BackupView {
  /** False where the database is on a server of its own: no backup is made here then, and its server's backups are not known. */
  readonly made_here: boolean;
  /** When a backup was last restored into a scratch database and found whole; null when none was yet, or none is made here. */
  readonly last_proven_restore: Rfc3339 | null;
  /** The latest attempt, where it failed; null while backups are in order. */
  readonly failing: { readonly since: Rfc3339; readonly reason: BackupReason } | null;
}

function backupView(isMadeHere: boolean, { proven, failing }: BackupOutcome): BackupView {
  return {
    made_here: isMadeHere,
    last_proven_restore: proven && rfc3339(proven.provenAt),
    failing: failing && { since: rfc3339(failing.since), reason: failing.reason },
  };
}

type Checks = Readonly<Record<ReadinessCheck, 'ok' | 'failing'>>;

/** For the household's supervisor and its Prometheus: is the process alive, can it do its work, and how is it doing? */
@Controller()
export class HealthController {
  constructor(
    private readonly database: Database,
    private readonly canary: EncryptionCanaryService,
    private readonly storage: StorageProbeService,
    private readonly backups: BackupRecordService,
    private readonly meter: Meter,
  ) {}

  /** Check that the process is alive: 200 `{status:"ok"}`. */
  @Public()
  @Get(['api/health', 'healthz'])
  health(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /**
   * Check that the server is able to work: 200 with each check, or 503 with the same checks. Both say how the
   * backups are doing; a server without them can do its work.
   */
  @Public()
  @Get('readyz')
  @Answers<{ 503: { readonly checks: Checks; readonly backup: BackupView } }>({
    503: 'Something is not in order; `checks` says what.',
  })
  async ready(): Promise<{ status: 'ready'; checks: Record<string, 'ok'>; backup: BackupView }> {
    const backup = backupView(this.backups.isMadeHere, this.backups.outcome);
    const verdicts = Object.entries(await this.check());
    const checks = Object.fromEntries(
      verdicts.map(([name, ok]) => [name, ok ? ('ok' as const) : ('failing' as const)]),
    );
    if (verdicts.some(([, ok]) => !ok)) throw new AppError('not_ready', 503, 'not ready', { body: { checks, backup } });
    return { status: 'ready', checks: checks as Record<string, 'ok'>, backup };
  }

  /** Get all metrics since the start, in the text format of Prometheus. */
  @MetricsToken()
  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  @Answers({
    401: 'The token is missing or another one.',
    404: 'Nothing is measured: METRICS_TOKEN is not set.',
    429: 'Too many wrong tokens came from this address.',
  })
  metrics(): Promise<string> {
    return this.meter.text();
  }

  /** Each check with its verdict, of what is ours alone: no outside system is called. Never throws. */
  private async check(): Promise<Readonly<Record<ReadinessCheck, boolean>>> {
    const [migrationsDone, key, reads, writes] = await Promise.all([
      holds(() => this.migrationsDone()),
      holds(() => this.canary.opens()),
      this.storage.canRead(),
      this.storage.canWrite(),
    ]);
    return {
      database: reads && migrationsDone !== 'unreadable',
      writes,
      key: key === true,
      migrations: migrationsDone === true,
    };
  }

  private async migrationsDone(): Promise<boolean> {
    const rows = await this.database.read((tx) =>
      tx
        .createQueryBuilder()
        .select('migration.name', 'name')
        .from('migrations', 'migration')
        .getRawMany<{ name: string }>(),
    );
    const done = new Set(rows.map((row) => row.name));
    return migrations.every((migration) => done.has(migration.name));
  }
}

async function holds(check: () => Promise<boolean>): Promise<boolean | 'unreadable'> {
  try {
    return await check();
  } catch {
    return 'unreadable';
  }
}
