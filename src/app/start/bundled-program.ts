import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';
// Node 21 and 22.1 have no crc32: named, it would keep the server from its modules, too.
import zlib from 'node:zlib';
import { mapStacks } from './bundled-places.js';

/** Programs that were bundled into one file (`scripts/bundle`), ready to run. */
export interface BundledPrograms {
  /** Loads a program, which begins with that, and resolves with what its module exports. */
  readonly run: (program: string) => Promise<Readonly<Record<string, unknown>>>;
  /** True where V8 took what was kept of an earlier start. */
  readonly isCompiled: boolean;
  /** Keeps what V8 has compiled so far, for the next start. */
  readonly keepCompiled: () => void;
}

interface BundledModule {
  exports: { readonly programs?: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> };
}

/** Checksums of what V8 has compiled and of its source: V8 itself compares no more than lengths. */
const CHECKSUMS_BYTES = 8;

/**
 * Reads bundled programs, and beside them the code that V8 has compiled of them before. The name of that file tells the
 * version of V8 and its flags, since V8 refuses the code of any other.
 *
 * @throws Error when the file is missing or can't be compiled
 */
export function openBundle(folder: string): BundledPrograms {
  const file = join(folder, 'programs.cjs');
  const source = readFileSync(file);
  const kept = join(folder, `compiled-${cachedDataVersionTag()}`);
  const cachedData = readCompiled(kept, source);
  // The file is all ASCII, and is read faster as what it is.
  const script = new Script(Module.wrap(source.toString('latin1')), { filename: file, cachedData });
  const wrapped = script.runInThisContext() as (...parts: readonly unknown[]) => void;
  return {
    isCompiled: cachedData !== undefined && script.cachedDataRejected === false,
    run: async (program) => {
      mapStacks(file, join(folder, 'places.map'));
      const module: BundledModule = { exports: {} };
      wrapped(module.exports, createRequire(file), module, file, dirname(file));
      const load = module.exports.programs?.[program];
      if (load === undefined) throw new Error(`${file} has no program ${program}`);
      return load();
    },
    keepCompiled: () => writeCompiled(kept, source, script.createCachedData()),
  };
}

/** Undefined where there is none, or it is damaged, or belongs to another source. */
function readCompiled(file: string, source: Buffer): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    const code = bytes.subarray(CHECKSUMS_BYTES);
    return bytes.subarray(0, CHECKSUMS_BYTES).equals(checksums(code, source)) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Whole or not at all: another process may read it meanwhile. It holds nothing that only its owner may read. */
function writeCompiled(file: string, source: Buffer, code: Buffer): void {
  const fresh = `${file}.${process.pid}`;
  try {
    writeFileSync(fresh, Buffer.concat([checksums(code, source), code]));
    chmodSync(fresh, 0o644);
    renameSync(fresh, file);
  } catch (fault) {
    rmSync(fresh, { force: true });
    throw fault;
  }
}

function checksums(code: Buffer, source: Buffer): Buffer {
  const bytes = Buffer.alloc(CHECKSUMS_BYTES);
  bytes.writeUInt32LE(zlib.crc32(code), 0);
  bytes.writeUInt32LE(zlib.crc32(source), 4);
  return bytes;
}
