import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { ENCODINGS, type Encoding } from './file-answer.js';

export interface WebFile {
  readonly type: string;
  readonly etag: string;
  /** Its name carries a hash of its contents, so that it never changes. */
  readonly isImmutable: boolean;
  readonly plain: Buffer;
  readonly compressed: ReadonlyMap<Encoding, Buffer>;
}

/** By path below the folder, `assets/start-abc.js`. */
export type WebFiles = ReadonlyMap<string, WebFile>;

/** By the end of the name; other files are left out. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
};

const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

const IMMUTABLE = /^assets\//;

/**
 * Every file of the built web app; none where the folder is missing. Left out are names that begin with a dot, symbolic links and unknown
 * kinds. Some 200 small files take a third of the processor time when read synchronously.
 */
export function readWebFolder(folder: URL): WebFiles {
  const paths = new Set(pathsIfThere(folder));
  const served = [...paths].filter((path) => TYPES[endingOf(path)] !== undefined);
  return new Map(served.map((path) => [path, webFile(folder, path, paths)] as const));
}

function pathsIfThere(folder: URL): readonly string[] {
  try {
    return pathsUnder(folder);
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw fault;
  }
}

function pathsUnder(folder: URL): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.')) return [];
    if (!entry.isDirectory()) return entry.isFile() ? [entry.name] : [];
    const inside = pathsUnder(new URL(`${encodeURIComponent(entry.name)}/`, folder));
    return inside.map((path) => `${entry.name}/${path}`);
  });
}

function webFile(folder: URL, path: string, there: ReadonlySet<string>): WebFile {
  const read = (name: string): Buffer =>
    readFileSync(new URL(name.split('/').map(encodeURIComponent).join('/'), folder));
  const plain = read(path);
  const encodings = ENCODINGS.filter((encoding) => there.has(path + ENDINGS[encoding]));
  return {
    type: TYPES[endingOf(path)] ?? '',
    etag: etagOf(plain),
    isImmutable: IMMUTABLE.test(path),
    plain,
    compressed: new Map(encodings.map((encoding) => [encoding, read(path + ENDINGS[encoding])])),
  };
}

const endingOf = (path: string): string => /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';

/** Quotes included. */
export function etagOf(contents: Buffer | string): string {
  return `"${createHash('sha256').update(contents).digest('base64url').slice(0, 27)}"`;
}
