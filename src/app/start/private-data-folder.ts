import { chmodSync, statSync } from 'node:fs';
import { parse, resolve } from 'node:path';
import type { Log } from '../../core/logging/log.js';

const OTHERS = 0o077;
/** Set on folders that all accounts share, such as /tmp. */
const STICKY = 0o1000;
const OWNER_ONLY = 0o700;

interface FileSystem {
  statSync(folder: string): { readonly mode: number; readonly uid: number };
  chmodSync(folder: string, mode: number): void;
}

/**
 * Takes the data folder, which is there already, from everybody but its owner: the household's key and database lie in it. Where that can't
 * be, the start goes on.
 */
export function keepToOwner(folder: string, log: Log, files: FileSystem = { statSync, chmodSync }): void {
  const { mode, uid } = files.statSync(folder);
  if ((mode & OTHERS) === 0) return;
  const reason = isShared(folder, mode) ? 'all accounts share this folder: give the server one of its own' : tighten();
  if (reason === null) log.info('took the rights of others from DATA_DIR', { before: octal(mode) });
  else log.warn('others than the owner may get at what is in DATA_DIR', { mode: octal(mode), reason });

  function tighten(): string | null {
    try {
      files.chmodSync(folder, OWNER_ONLY);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EPERM') return `it belongs to uid ${uid}: let the server's own account own it, or set mode 0700`;
      return `its mode can't be changed (${code ?? 'unknown fault'})`;
    }
    const isStillOpen = (files.statSync(folder).mode & OTHERS) !== 0;
    return isStillOpen ? 'its file system keeps no modes: choose another, or restrict who may mount it' : null;
  }
}

const isShared = (folder: string, mode: number): boolean =>
  (mode & STICKY) !== 0 || resolve(folder) === parse(resolve(folder)).root;

const octal = (mode: number): string => (mode & 0o7777).toString(8).padStart(4, '0');
