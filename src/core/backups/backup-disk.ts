import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The disk as backups use it: readable by its owner alone, and what is named survives a power cut. Rejects with the system's error. */
export class BackupDisk {
  /** Makes the folder where it is missing, mode 0700, and takes what others may do from one that is there. */
  async prepareFolder(folder: string): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  }

  /** The names of what lies in the folder; none where there is no folder. */
  async namesIn(folder: string): Promise<readonly string[]> {
    try {
      return await readdir(folder);
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return [];
      throw error;
    }
  }

  /** Takes the bytes of a new file, mode 0600. It is on the disk when the stream has closed. */
  newFile(file: string): Writable {
    return createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  }

  read(file: string): Readable {
    return createReadStream(file);
  }

  /** Gives a file or folder another name on the same disk, over what bears it; the new name is on the disk then. */
  async move(from: string, to: string): Promise<void> {
    await rename(from, to);
    await this.sync(dirname(to));
    if (dirname(from) !== dirname(to)) await this.sync(dirname(from));
  }

  /** Removes a file or folder; one that isn't there is no fault. Work that was just given up may still write, so it's tried again. */
  async remove(path: string): Promise<void> {
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }

  /** Resolves when a file's bytes, or the names in a folder, are on the disk. */
  async sync(path: string): Promise<void> {
    const handle = await open(path, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}
