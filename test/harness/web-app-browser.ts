import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';

/** How large a window is, in pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

/** The page of one person, with cookies and memory of its own. */
export interface AppPage {
  readonly page: Page;
  /** What console, policy and network complain of; a request to another host is a complaint. */
  readonly complaints: readonly string[];
  readonly close: () => Promise<void>;
}

/** The last ones keep it from calling home, which a closed network would answer with noise. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** What the browser writes for each answer of 400 and more; a first visit is answered that there is no session yet. */
const NO_SESSION = /^Failed to load resource: .* 401 /;

/** Runs in each page before its scripts: the browser has no workers, as on plain HTTP. */
const WITHOUT_WORKERS = `Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })`;

/** A browser in which several people use the web app, each apart from the others. */
export class WebAppBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly scratch: string,
  ) {}

  /** @param flags beside those that every one has */
  static async open(flags: readonly string[] = []): Promise<WebAppBrowser> {
    const scratch = mkdtempSync(join(tmpdir(), 'usher-browser-'));
    const args = [...FLAGS, ...flags];
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args });
    return new WebAppBrowser(browser, scratch);
  }

  /**
   * Somebody's browser, with a window of this size.
   *
   * @param options.workers the app's worker answers, too; what a test answers in place of the server is not heard of then
   */
  async person(origin: string, viewport: Size, { workers = false } = {}): Promise<AppPage> {
    const context = await this.browser.newContext({
      viewport,
      isMobile: viewport.width < 500,
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
    });
    if (!workers) await context.addInitScript(WITHOUT_WORKERS);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      const isFirstVisit =
        NO_SESSION.test(message.text()) && message.location().url.endsWith('/api/web/session/refresh');
      if (!isFirstVisit) complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) complaints.push(`asked for: ${request.url()}`);
    });
    return { page, complaints, close: () => context.close() };
  }

  async close(): Promise<void> {
    await this.browser.close();
    rmSync(this.scratch, { recursive: true, force: true });
  }
}
