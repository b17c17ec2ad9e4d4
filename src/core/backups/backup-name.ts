/** The folder of backups inside DATA_DIR. */
export const BACKUPS_FOLDER = 'backups';

const NAME = /^usher-(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.gz$/;

/** The file name of a backup that was taken at this moment, to the second: names sort by time. */
export function backupName(takenAt: number): string {
  return `usher-${compactTime(takenAt)}.tar.gz`;
}

/** A moment as written in names of files and folders: `20261122T031500Z`. */
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

/** Work under way lies in folders of this prefix, which no backup's name has. */
const WORK = /^\.work-(?:(\d+)-)?/;

/** Far longer than any backup takes, in milliseconds. */
const LONGEST_WORK_MS = 6 * 3_600_000;

/** The name of the folder in which a backup is made that began at this moment. */
export function workName(begunAt: number, unique: string): string {
  return `.work-${begunAt}-${unique}`;
}

/** The folders of killed work. The newest may be another process's and stays while it may go on; the rest would fill the disk. */
export function leftovers(names: readonly string[], now: number): readonly string[] {
  const begun = (name: string): number => Number(WORK.exec(name)?.[1] ?? 0);
  const works = names.filter((name) => WORK.test(name)).sort((one, other) => begun(other) - begun(one));
  const [newest] = works;
  const isGoingOn = newest !== undefined && Math.abs(now - begun(newest)) <= LONGEST_WORK_MS;
  return isGoingOn ? works.slice(1) : works;
}

/**
 * All backups but the newest `keep`. The proven one stays: it isn't the newest by name where the clock was set back. Never another file.
 */
export function superfluousBackups(names: readonly string[], proven: string, keep: number): string[] {
  const others = names.filter((name) => name !== proven && takenAt(name) !== undefined);
  return others
    .sort()
    .reverse()
    .slice(Math.max(0, keep - 1));
}
