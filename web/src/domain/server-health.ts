import type { operations } from '../api/schema.js';

type Ready = operations['getReadyz']['responses'][200]['content']['application/json'];
type NotReady = operations['getReadyz']['responses'][503]['content']['application/json'];

/** Something that must be in order before the server can do its work. */
export type HealthCheck = keyof NotReady['checks'];

/** Why the last attempt at a backup failed, in the server's word. */
export type BackupFault = NonNullable<Ready['backup']['failing']>['reason'];

/** How the server is, in its own words. */
export interface ServerHealth {
  /** What isn't in order. */
  readonly failing: readonly HealthCheck[];
  /** False where backups are left to the server of the database, and nothing is known of them. */
  readonly isBackedUpHere: boolean;
  /** When a backup was last restored on trial and found whole; undefined where none was yet. */
  readonly provenAt: string | undefined;
  /** The backups since then that have failed. */
  readonly backupFault: { readonly since: string; readonly reason: BackupFault } | undefined;
}

/**
 * Reads the answer of the readiness check. It says the same with 200 and with 503; a 503 of something else in between says
 * nothing of the server, and is undefined here.
 */
export function serverHealth(body: unknown): ServerHealth | undefined {
  if (typeof body !== 'object' || body === null || !('checks' in body) || !('backup' in body)) return undefined;
  const { checks, backup } = body as Pick<NotReady, 'checks' | 'backup'>;
  const names = Object.keys(checks) as HealthCheck[];
  return {
    failing: names.filter((name) => checks[name] !== 'ok'),
    isBackedUpHere: backup.made_here,
    provenAt: backup.last_proven_restore ?? undefined,
    backupFault: backup.failing ?? undefined,
  };
}
