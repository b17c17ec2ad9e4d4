import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 200;

/**
 * Runs `work` while no other process on this machine runs work under the same lock file. The file holds the process
 * id of its owner; the lock of a process that is gone is taken over.
 *
 * @template T
 * @param {string} file
 * @param {(line: string) => void} say told once, when there is somebody to wait for
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(file, say, work) {
  mkdirSync(dirname(file), { recursive: true });
  for (let told = false; !tryLock(file);) {
    const owner = ownerOf(file);
    if (owner !== null && !isAlive(owner)) {
      takeAway(file, owner);
      continue;
    }
    if (!told) say(`Waiting for process ${owner ?? '?'}, which is setting up this checkout ...`);
    told = true;
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** A link appears with its content or not at all, so nobody ever reads half a process id. */
function tryLock(file) {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    linkSync(mine, file);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Several may find the same dead owner; only the one who holds the second lock removes, and looks again first. */
function takeAway(file, deadOwner) {
  const judge = `${file}.takeover`;
  try {
    writeFileSync(judge, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const other = ownerOf(judge);
    if (other !== null && !isAlive(other)) rmSync(judge, { force: true });
    return;
  }
  try {
    if (ownerOf(file) === deadOwner) rmSync(file, { force: true });
  } finally {
    rmSync(judge, { force: true });
  }
}

function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
