import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../core/core.module.js';
import { notFound } from '../../core/errors/app-error.js';
import type { Log } from '../../core/logging/log.js';
import { appManifest, APP_PAGE_CSP, appPage, missingAppPage, WORKER_CSP } from './app-page.js';
import { ENCODINGS, type Encoding, type ServedFile } from './file-answer.js';
import { isPageAddress } from './page-address.js';

/** Written by the build; found from the sources as well, for the tests. */
const FOLDER = new URL('../../../dist/web/', import.meta.url);

const PAGE = 'index.html';
const MANIFEST = 'manifest.webmanifest';
const WORKER = 'sw.js';

/** By path below the folder, `assets/start-abc.js`. */
type WebFiles = ReadonlyMap<string, ServedFile>;

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

/** The built web app: read once at the start, with the page made for this server's address and name. */
@Injectable()
export class WebAppService implements OnModuleInit {
  private files: WebFiles = new Map();
  private page: ServedFile;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectLog() private readonly log: Log,
  ) {
    this.page = writtenFile('html', missingAppPage(settings), APP_PAGE_CSP);
  }

  onModuleInit(): void {
    this.load(FOLDER);
  }

  /** Where the folder is missing or can't be read, a page says what to do. */
  load(folder: URL): void {
    this.files = this.read(folder);
    const html = this.files.get(PAGE)?.plain.toString();
    const page = html === undefined ? missingAppPage(this.settings) : appPage(html, this.settings);
    this.page = writtenFile('html', page, APP_PAGE_CSP);
  }

  /** A file whose name carries a hash of its contents. @param url behind BASE_PATH, as it was sent */
  asset(url: string): ServedFile | undefined {
    const file = this.files.get(url.slice(1));
    return file?.isImmutable ? file : undefined;
  }

  /**
   * @param segments of the path behind BASE_PATH, decoded; none for its root
   * @throws AppError 404 for a file that isn't there and for what the server answers itself, never the page in its place
   */
  at(segments: readonly string[]): ServedFile {
    const path = segments.join('/');
    const isFile = path !== PAGE && !segments.some((segment) => segment.includes('/'));
    const file = isFile ? this.files.get(path) : undefined;
    if (file) return file;
    if (path === '' || isPageAddress(segments)) return this.page;
    throw notFound();
  }

  private read(folder: URL): WebFiles {
    try {
      const files = readWebFolder(folder);
      const manifest = files.get(MANIFEST)?.plain.toString();
      if (manifest === undefined) return files;
      return new Map([...files, [MANIFEST, writtenFile('webmanifest', appManifest(manifest, this.settings))]]);
    } catch (error) {
      this.log.warn('the web app can not be read', { error });
      return new Map();
    }
  }
}

/**
 * Every file of the built web app; none where the folder is missing. Left out are names that begin with a dot, symbolic links and unknown
 * kinds. Some 200 small files take a third of the processor time when read synchronously.
 */
function readWebFolder(folder: URL): WebFiles {
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

function webFile(folder: URL, path: string, there: ReadonlySet<string>): ServedFile {
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
    policy: path === WORKER ? WORKER_CSP : undefined,
  };
}

const endingOf = (path: string): string => /\.([a-z0-9]+)$/.exec(path)?.[1] ?? '';

/** What is written for this server's address and name. */
function writtenFile(ending: string, text: string, policy?: string): ServedFile {
  const plain = Buffer.from(text);
  return { type: TYPES[ending] ?? '', etag: etagOf(plain), isImmutable: false, plain, compressed: new Map(), policy };
}

const etagOf = (contents: Buffer): string =>
  `"${createHash('sha256').update(contents).digest('base64url').slice(0, 27)}"`;
