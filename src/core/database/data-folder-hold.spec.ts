import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUse, DataFolderUnusable, holdDataFolder } from './data-folder-hold.js';

describe('a hold on a data folder', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'usher-hold-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('may be shared by those who serve', async () => {
    const holds = await Promise.all([holdDataFolder(folder, 'serve'), holdDataFolder(folder, 'serve')]);
    await Promise.all(holds.map((hold) => hold.release()));
  });

  it('keeps out who wants to replace for as long as somebody serves, and not longer', async () => {
    const serving = await holdDataFolder(folder, 'serve');
    const refused = holdDataFolder(folder, 'replace');
    await expect(refused).rejects.toBeInstanceOf(DataFolderInUse);
    await expect(refused).rejects.toThrow('a server is running on DATA_DIR: stop it first');
    await serving.release();
    await (await holdDataFolder(folder, 'replace')).release();
  });

  it('of one who replaces keeps out another who does', async () => {
    const replacing = await holdDataFolder(folder, 'replace');
    await expect(holdDataFolder(folder, 'replace')).rejects.toBeInstanceOf(DataFolderInUse);
    await replacing.release();
  });

  it('lets a server wait for one who has only looked', async () => {
    const replacing = await holdDataFolder(folder, 'replace');
    const serving = holdDataFolder(folder, 'serve');
    await replacing.release();
    await (await serving).release();
  });

  it('names who may be at work to a server that has waited in vain', async () => {
    const replacing = await holdDataFolder(folder, 'replace');
    await expect(holdDataFolder(folder, 'serve')).rejects.toThrow(
      'a command is at work on DATA_DIR (restore, rotate-key or move-database): wait for its end',
    );
    await replacing.release();
  });

  it('ends with a process that is killed', async () => {
    const script = fileURLToPath(new URL('../../../test/harness/folder-holder.mjs', import.meta.url));
    const holder = spawn(process.execPath, [script, join(folder, 'in-use.lock')], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const ended = once(holder, 'exit');
    expect(await once(createInterface(holder.stdout), 'line')).toEqual(['held']);
    await expect(holdDataFolder(folder, 'replace')).rejects.toBeInstanceOf(DataFolderInUse);
    holder.kill('SIGKILL');
    await ended;
    await (await holdDataFolder(folder, 'replace')).release();
  });

  it('issue 43 E33: is alone while no other process serves from it, and goes on holding the folder', async () => {
    const first = await holdDataFolder(folder, 'serve');
    expect(await first.isAlone()).toBe(true);
    const second = await holdDataFolder(folder, 'serve');
    expect([await first.isAlone(), await second.isAlone()]).toEqual([false, false]);
    await second.release();
    expect(await first.isAlone()).toBe(true);
    await expect(holdDataFolder(folder, 'replace')).rejects.toBeInstanceOf(DataFolderInUse);
    await first.release();
  });

  it('is refused where there is no folder', async () => {
    const refused = holdDataFolder(join(folder, 'missing'), 'serve');
    await expect(refused).rejects.toBeInstanceOf(DataFolderUnusable);
    await expect(refused).rejects.toThrow('there is no folder where DATA_DIR points to');
  });

  it.each(['serve', 'replace'] as const)('to %s is refused where its lock can only be read', async (use) => {
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'in-use.lock'), '', { mode: 0o444 });
    const refused = await asNobodySpecial(() => holdDataFolder(folder, use).catch((error: unknown) => error));
    expect(refused).toBeInstanceOf(DataFolderUnusable);
    expect(refused).toMatchObject({ message: expect.stringContaining('may not write in DATA_DIR') });
  });

  it('is refused where its lock can’t be opened for writing, with what to do', async () => {
    // A folder in its place, because no mode of a file keeps out an account that may do everything.
    await mkdir(join(folder, 'in-use.lock'));
    const refused = holdDataFolder(folder, 'serve');
    await expect(refused).rejects.toBeInstanceOf(DataFolderUnusable);
    await expect(refused).rejects.toThrow(
      /^this process(, as uid \d+,)? may not write in DATA_DIR: let its account own that folder and all that is in it$/,
    );
  });
});

/** Does this as an account that no mode of a file makes way for, as the one that may do everything is. */
async function asNobodySpecial<T>(work: () => Promise<T>): Promise<T> {
  const uid = process.geteuid?.();
  if (uid !== 0) return work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(uid);
  }
}
