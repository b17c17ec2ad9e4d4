import type { BigIntStats } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BACKUPS_FOLDER } from '../../../core/backups/backup-name.js';
import { unlessRefused } from './disk-refusals.js';

/** By which a disk tells a file or a folder from all others, under whatever names it lies there. */
export type Identity = Pick<BigIntStats, 'dev' | 'ino'>;

/** So many entries of the data folder are looked at. The server makes some dozens, the first of them in DATA_DIR itself. */
const MOST_ENTRIES = 10_000;

/** A file system keeps it for itself at its top, and lets nobody else in. */
const LOST_AND_FOUND = 'lost+found';

/** `unlisted` where not all of the server's data can be listed, so that the place may belong to it. */
export type Ownership = 'own' | 'apart' | 'unlisted';

interface OwnEntries {
  readonly identities: ReadonlySet<string>;
  readonly isWhole: boolean;
}

/**
 * Does a place, its links resolved, belong to the server's own data? By device and inode of it, of all folders above it and of all entries
 * of DATA_DIR, so that neither a bind mount nor a hard link leads there. What can't be looked at any more counts as its data.
 * @throws the disk's own error where it fails
 */
export async function judgeOwnData(
  dataDir: string,
  place: string,
  identity: Identity,
  most = MOST_ENTRIES,
): Promise<Ownership> {
  const { identities, isWhole } = await entriesIn(dataDir, most);
  if (identities.has(keyOf(identity))) return 'own';
  for (const folder of foldersAbove(place)) {
    const above = await identityAt(folder);
    if (!above || identities.has(keyOf(above))) return 'own';
  }
  return isWhole ? 'apart' : 'unlisted';
}

/** Does the server's own data lie in this folder, or will once it is made? By device and inode. @throws the disk's own error */
export async function holdsOwnData(folder: Identity, dataDir: string): Promise<boolean> {
  for (const own of [dataDir, join(dataDir, BACKUPS_FOLDER)]) {
    const place = await resolveAsFarAsThere(resolve(own));
    for (const each of [place, ...foldersAbove(place)]) {
      const there = await identityAt(each);
      if (there && keyOf(there) === keyOf(folder)) return true;
    }
  }
  return false;
}

/** A link to a file counts as that file, and the folder of backups may be a link; other folders that links lead to are somebody else's. */
async function entriesIn(dataDir: string, most: number): Promise<OwnEntries> {
  const found = new Set<string>();
  const top = await identityAt(dataDir);
  if (top) found.add(keyOf(top));
  let isWhole = true;
  const folders = [dataDir];
  for (const folder of folders) {
    const entries = await unlessRefused(readdir(folder, { withFileTypes: true }));
    if (!entries && basename(folder) !== LOST_AND_FOUND && (await identityAt(folder))) isWhole = false;
    for (const entry of entries ?? []) {
      const path = join(folder, entry.name);
      const there = await identityAt(path);
      if (!there) continue;
      if (found.size >= most) return { identities: found, isWhole: false };
      if (there.isDirectory()) {
        if (entry.isSymbolicLink() && path !== join(dataDir, BACKUPS_FOLDER)) continue;
        if (!found.has(keyOf(there))) folders.push(path);
      }
      found.add(keyOf(there));
    }
  }
  return { identities: found, isWhole };
}

const keyOf = ({ dev, ino }: Identity): string => `${dev} ${ino}`;

const identityAt = (path: string): Promise<BigIntStats | null> => unlessRefused(stat(path, { bigint: true }));

/** The innermost first. */
function foldersAbove(place: string): readonly string[] {
  const above = dirname(place);
  return above === place ? [] : [above, ...foldersAbove(above)];
}

/** Where a path leads that may not be there yet: the links of as much of it as is there are resolved. */
async function resolveAsFarAsThere(path: string): Promise<string> {
  const place = await unlessRefused(realpath(path));
  if (place !== null || dirname(path) === path) return place ?? path;
  return join(await resolveAsFarAsThere(dirname(path)), basename(path));
}
