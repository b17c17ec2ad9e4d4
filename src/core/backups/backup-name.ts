/** The folder of backups inside DATA_DIR. */
export const BACKUPS_FOLDER = 'backups';

const NAME = /^usher-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/;

/** The file name of a backup that was taken at this moment, to the second: names sort by time. */
export function backupName(takenAt: number): string {
  return `usher-${compactTime(takenAt)}.tar.gz`;
}

/** A moment as it stands in names of files and folders: `20261122T031500Z`. */
export function compactTime(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '');
}

/** When was the backup of this name taken, in epoch milliseconds? Undefined for what is no backup's name. */
export function takenAt(name: string): number | undefined {
  const [, ...parts] = NAME.exec(name) ?? [];
  const [year = 0, month = 0, day, hour, minute, second] = parts.map(Number);
  const at = Date.UTC(year, month - 1, day, hour, minute, second);
  return backupNameOrNone(at) === name ? at : undefined;
}

const backupNameOrNone = (at: number): string | undefined => (Number.isNaN(at) ? undefined : backupName(at));
