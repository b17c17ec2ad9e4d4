/** The hour at which a night's backup may begin, by the clock on the wall (the time zone of the process). */
const QUIET_HOUR = 3;

/** Backups of several servers of one household don't begin at the same minute: each waits for up to this long. */
export const SPREAD_MS = 60 * 60_000;

/** After a night that failed, this long until the next try. */
const RETRY_MS = 60 * 60_000;

/** What {@link isBackupDue} judges by; times are epoch milliseconds. */
interface BackupTimes {
  readonly now: number;
  /** When the last proven backup was taken; null when there is none. */
  readonly provenAt: number | null;
  /** When the last attempt since then failed; null when none did. */
  readonly failedAt: number | null;
  /** How long after the quiet hour this server begins, in milliseconds, below {@link SPREAD_MS}. */
  readonly spreadMs: number;
}

/** Is it time for a backup? Once a night, and at once for a missed night. A backup of the future doesn't count. */
export function isBackupDue({ now, provenAt, failedAt, spreadMs }: BackupTimes): boolean {
  if (failedAt !== null && failedAt <= now && now - failedAt < RETRY_MS) return false;
  const last = provenAt !== null && provenAt <= now ? provenAt : -Infinity;
  const tonight = lastQuietHour(now);
  if (last >= tonight) return false;
  return now >= tonight + spreadMs || last < lastQuietHour(tonight - 1);
}

function lastQuietHour(now: number): number {
  const hour = new Date(now);
  hour.setHours(QUIET_HOUR, 0, 0, 0);
  if (hour.getTime() > now) {
    hour.setDate(hour.getDate() - 1);
    hour.setHours(QUIET_HOUR, 0, 0, 0);
  }
  return hour.getTime();
}
