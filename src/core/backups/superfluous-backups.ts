import { takenAt } from './backup-name.js';

/**
 * Which backups may go once a new one has been proven? All but the newest, of which the new one is always one: on a
 * machine whose clock has been set back it is not the newest by name. What is no backup is never named.
 *
 * @param names what lies in the folder
 * @param proven the name of the new one
 * @param keep how many stay, the new one among them
 */
export function superfluousBackups(names: readonly string[], proven: string, keep: number): string[] {
  const others = names.filter((name) => name !== proven && takenAt(name) !== undefined);
  return others
    .sort()
    .reverse()
    .slice(Math.max(0, keep - 1));
}
