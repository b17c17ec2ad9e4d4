/**
 * Where the temporary files of a run lie: in memory, where the system has room for them there. A database that is safe against a
 * power cut waits for the disk at each commit, and most tests commit.
 */
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';

const IN_MEMORY = '/dev/shm';
const LEAST_BYTES = 4 * 2 ** 30;

/**
 * Has this process and those that it starts put their temporary files into a folder in memory, which goes with the process.
 * Nothing changes where TMPDIR is set, or there is no such place, or less than 4 GiB is free there.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR || !isRoomy()) return;
  const folder = mkdtempSync(`${IN_MEMORY}/usher-`);
  // As a folder for temporary files is: a process of another account passes through.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return bavail * bsize >= LEAST_BYTES;
  } catch {
    return false;
  }
}
