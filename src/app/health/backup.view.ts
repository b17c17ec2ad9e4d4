import type { BackupReason } from '../../core/backups/backup-fault.js';
import { rfc3339, type Rfc3339 } from '../../core/http/rfc3339.js';
import type { BackupOutcome } from '../backups/backup-record.service.js';

/** How the backups are doing, for callers who may be anybody: times and fixed words, no name of a file or a folder. */
export interface BackupView {
  /** When a backup was last restored into a scratch database and found whole; null when none was yet. */
  readonly last_proven_restore: Rfc3339 | null;
  /** The latest attempt, where it failed; null while backups are in order. */
  readonly failing: { readonly since: Rfc3339; readonly reason: BackupReason } | null;
}

export function backupView({ proven, failing }: BackupOutcome): BackupView {
  return {
    last_proven_restore: proven && rfc3339(proven.provenAt),
    failing: failing && { since: rfc3339(failing.since), reason: failing.reason },
  };
}
