import type { BackupReason } from '../../core/backups/backup-fault.js';
import { rfc3339, type Rfc3339 } from '../../core/http/view-members.js';
import { type BackupOutcome, BackupRecordService } from '../backups/backup-record.service.js';
import { Controller, Get } from '@nestjs/common';
import { Public } from '../../core/access/access.decorators.js';
import { AppError } from '../../core/errors/app-error.js';
import { Answers } from '../../core/http/answers.decorators.js';
import { type ReadinessCheck, ReadinessService } from './readiness.service.js';

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

/** For the household's supervisor: is the process alive, and can it do its work? */
@Controller()
export class HealthController {
  constructor(
    private readonly readiness: ReadinessService,
    private readonly backups: BackupRecordService,
  ) {}

  /** Check that the process is alive: 200 `{status:"ok"}`. Source: doc 3 section 0. */
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
    const verdicts = Object.entries(await this.readiness.check());
    const checks = Object.fromEntries(
      verdicts.map(([name, ok]) => [name, ok ? ('ok' as const) : ('failing' as const)]),
    );
    if (verdicts.some(([, ok]) => !ok)) throw new AppError('not_ready', 503, 'not ready', { body: { checks, backup } });
    return { status: 'ready', checks: checks as Record<string, 'ok'>, backup };
  }
}
