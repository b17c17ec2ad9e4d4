import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { Script } from 'node:vm';

// Node 21 and 22.1 have no crc32: named, it would keep the server from its modules, too.
import zlib from 'node:zlib';

/** Programs that were bundled into one file (`scripts/bundle`), ready to run. */
export interface BundledPrograms {
  /** Loading a program begins it. Resolves with what its module exports. */
  readonly run: (program: string) => Promise<Readonly<Record<string, unknown>>>;
  /** Did V8 take what was kept of an earlier start? */
  readonly isCompiled: boolean;
  /** Keeps what V8 has compiled so far, for the next start. */
  readonly keepCompiled: () => void;
}

interface BundledModule {
  exports: { readonly programs?: Readonly<Record<string, () => Promise<Readonly<Record<string, unknown>>>>> };
}

/** V8 itself compares no more than lengths. */
const CHECKSUMS_BYTES = 8;

/**
 * Programs of `scripts/bundle`, and the code that V8 has compiled of them before, in a file that is named by the version of V8 and its
 * flags: V8 refuses the code of any other. @throws Error when the file is missing or can't be compiled
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

/** Undefined for a damaged one, or one of another source. */
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

/** The source and line of each place in a bundled file; `scripts/bundle/compact-map.mjs` describes the format. */
interface Places {
  readonly sources: readonly string[];
  readonly triples: Uint32Array;
}

const LINE_BITS = 19;

/**
 * Stacks name the sources instead of places in the bundled file. The map is read when the first stack is written; without one, stacks stay.
 */
function mapStacks(file: string, map: string): void {
  let places: Places | undefined;
  Error.prepareStackTrace = (error, calls) => {
    const lines = calls.map((call) => {
      const text = (call as { toString: () => string }).toString();
      if (!text.includes(file)) return `\n    at ${text}`;
      places ??= readPlaces(map);
      const [line, column] = [call.getLineNumber() ?? 1, call.getColumnNumber() ?? 1];
      const source = sourceOf(places, line - 1, column - 1);
      return `\n    at ${source === undefined ? text : text.replace(`${file}:${line}:${column}`, source)}`;
    });
    return `${titleOf(error)}${lines.join('')}`;
  };
}

function titleOf(error: Error): string {
  try {
    return String(error);
  } catch {
    return '<error>';
  }
}

function readPlaces(map: string): Places {
  try {
    const bytes = readFileSync(map);
    const start = bytes.indexOf('\n') + 1;
    const { sources } = JSON.parse(bytes.toString('utf8', 0, start)) as { readonly sources: readonly string[] };
    // A copy begins where numbers of 32 bits may begin.
    return { sources, triples: new Uint32Array(Uint8Array.from(bytes.subarray(start)).buffer) };
  } catch {
    return { sources: [], triples: new Uint32Array() };
  }
}

function sourceOf({ sources, triples }: Places, line: number, column: number): string | undefined {
  let low = 0;
  let high = triples.length / 3;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = triples[middle * 3] ?? 0;
    if (there < line || (there === line && (triples[middle * 3 + 1] ?? 0) <= column)) low = middle + 1;
    else high = middle;
  }
  const place = triples[low * 3 - 1];
  const source = place === undefined ? undefined : sources[place >>> LINE_BITS];
  return source === undefined || place === undefined ? undefined : `${source}:${place & (2 ** LINE_BITS - 1)}`;
}
