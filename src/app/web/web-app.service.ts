import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../core/core.module.js';
import { notFound } from '../../core/errors/app-error.js';
import type { Log } from '../../core/logging/log.js';
import { appManifest, APP_PAGE_CSP, appPage, missingAppPage, WORKER_CSP } from './app-page.js';
import { isPageAddress } from './page-address.js';
import { etagOf, readWebFolder, type WebFile, type WebFiles } from './web-folder.js';

/** Written by the build; found from the sources as well, for the tests. */
const FOLDER = new URL('../../../dist/web/', import.meta.url);

const PAGE = 'index.html';
const MANIFEST = 'manifest.webmanifest';
const WORKER = 'sw.js';

export interface ServedFile extends WebFile {
  /** The policy of a page or a worker; other files have none of their own. */
  readonly policy: string | undefined;
}

/** The built web app: read once at the start, with the page made for this server's address and name. */
@Injectable()
export class WebAppService implements OnModuleInit {
  private files: WebFiles = new Map();
  private page: ServedFile;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectLog() private readonly log: Log,
  ) {
    this.page = pageFile(missingAppPage(settings));
  }

  onModuleInit(): void {
    this.load(FOLDER);
  }

  /** Where the folder is missing or can't be read, a page says what to do. */
  load(folder: URL): void {
    this.files = this.read(folder);
    const html = this.files.get(PAGE)?.plain.toString();
    this.page = pageFile(html === undefined ? missingAppPage(this.settings) : appPage(html, this.settings));
  }

  /** A file whose name carries a hash of its contents. @param url behind BASE_PATH, as it was sent */
  asset(url: string): ServedFile | undefined {
    const file = this.files.get(url.slice(1));
    return file?.isImmutable ? { ...file, policy: undefined } : undefined;
  }

  /**
   * @param segments of the path behind BASE_PATH, decoded; none for its root
   * @throws AppError 404 for a file that isn't there and for what the server answers itself, never the page in its place
   */
  at(segments: readonly string[]): ServedFile {
    const path = segments.join('/');
    const isFile = path !== PAGE && !segments.some((segment) => segment.includes('/'));
    const file = isFile ? this.files.get(path) : undefined;
    if (file) return { ...file, policy: path === WORKER ? WORKER_CSP : undefined };
    if (path === '' || isPageAddress(segments)) return this.page;
    throw notFound();
  }

  private read(folder: URL): WebFiles {
    try {
      return readOwnFiles(folder, this.settings);
    } catch (error) {
      this.log.warn('the web app can not be read', { error });
      return new Map();
    }
  }
}

function readOwnFiles(folder: URL, settings: Settings): WebFiles {
  const files = readWebFolder(folder);
  const built = files.get(MANIFEST);
  if (built === undefined) return files;
  const json = appManifest(built.plain.toString(), settings);
  const manifest = { ...built, etag: etagOf(json), plain: Buffer.from(json), compressed: new Map() };
  return new Map([...files, [MANIFEST, manifest]]);
}

function pageFile(html: string): ServedFile {
  return {
    type: 'text/html; charset=utf-8',
    etag: etagOf(html),
    isImmutable: false,
    plain: Buffer.from(html),
    compressed: new Map(),
    policy: APP_PAGE_CSP,
  };
}
