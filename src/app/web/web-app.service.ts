import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Settings } from '../../core/config/settings.js';
import { InjectLog, InjectSettings } from '../../core/core.module.js';
import { notFound } from '../../core/errors/app-error.js';
import type { Log } from '../../core/logging/log.js';
import { APP_PAGE_CSP, appPage, missingAppPage } from './app-page.js';
import { isPageAddress } from './page-address.js';
import { etagOf, readWebFolder, type WebFile, type WebFiles } from './web-folder.js';

/** Written by the build, beside the compiled program; found from the sources as well, for the tests. */
const FOLDER = new URL('../../../dist/web/', import.meta.url);

const PAGE = 'index.html';

/** A file as it is answered. */
export interface ServedFile extends WebFile {
  /** The policy of a page; other files have none of their own. */
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

  onModuleInit(): Promise<void> {
    return this.load(FOLDER);
  }

  /** Serves what is in this folder from now on; where it is missing or can't be read, a page that says what to do. */
  async load(folder: URL): Promise<void> {
    this.files = await readWebFolder(folder).catch((error: unknown) => {
      this.log.warn('the web app can not be read', { error });
      return new Map<string, WebFile>();
    });
    const html = this.files.get(PAGE)?.plain.toString();
    this.page = pageFile(html === undefined ? missingAppPage(this.settings) : appPage(html, this.settings));
  }

  /**
   * The page or the file at a path.
   *
   * @param segments of the path behind BASE_PATH, decoded; none for its root
   * @throws AppError 404 for a file that isn't there and for what the server answers itself, never the page in its place
   */
  at(segments: readonly string[]): ServedFile {
    const path = segments.join('/');
    const isFile = path !== PAGE && !segments.some((segment) => segment.includes('/'));
    const file = isFile ? this.files.get(path) : undefined;
    if (file) return { ...file, policy: undefined };
    if (path === '' || isPageAddress(segments)) return this.page;
    throw notFound();
  }
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
