import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

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
  /** @throws Error where anything was complained of but answers that a test has scripted */
  readonly close: () => Promise<void>;
}

/** Chromium as people have it. */
const WHOLE = '/usr/bin/chromium';

/** Chromium without what a window needs: it takes less processor time. Debian has it as a package of its own. */
const SHELL = '/usr/bin/chromium-headless-shell';

const FLAGS = [
  '--no-sandbox',
  // They keep it from calling home, which a closed network would answer with noise.
  '--disable-background-networking',
  '--disable-component-update',
  // Nothing is drawn for a screen.
  '--disable-gpu',
  '--in-process-gpu',
];

/** What the browser writes for each answer of 400 and more; a first visit is answered that there is no session yet. */
const NO_SESSION = /^Failed to load resource: .* 401 /;

/** What scripted faults lead to: an answer of 400 and more or none, and a socket that was refused. No other complaint is meant. */
const NO_ANSWER = /^Failed to load resource/;
const NO_SOCKET = /^WebSocket connection to /;

/** A style whose file is gone: the server's answer says so as JSON. */
const NO_STYLE = /^Refused to apply style from /;

/** Runs in each page before its scripts: the browser has no workers, as on plain HTTP. */
const WITHOUT_WORKERS = `Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })`;

/** The browsers of this process, by program and flags. Each is started once for all files of tests, and ends with the process. */
const started = new Map<string, Promise<Browser>>();

function chromiumWith(flags: readonly string[], isWhole: boolean): Promise<Browser> {
  const executablePath = isWhole || !existsSync(SHELL) ? WHOLE : SHELL;
  const key = [executablePath, ...flags].join(' ');
  const known = started.get(key);
  if (known) return known;
  const browser = chromium.launch({ executablePath, headless: true, args: [...FLAGS, ...flags] });
  started.set(key, browser);
  return browser;
}

/** A browser in which several people use the web app, each apart from the others. */
export class WebAppBrowser {
  /** What no test means to happen, of everybody whose browser is open. */
  private faults: string[] = [];
  private readonly contexts = new Set<BrowserContext>();

  private constructor(private readonly browser: Browser) {}

  /**
   * @param options.flags beside those that every one has
   * @param options.isWhole the test needs what Chromium without windows lacks: its own pages, or messages of a push service
   */
  static async open({ flags = [] as readonly string[], isWhole = false } = {}): Promise<WebAppBrowser> {
    return new WebAppBrowser(await chromiumWith(flags, isWhole));
  }

  /**
   * Somebody's browser, with a window of this size.
   *
   * @param options.workers the app's worker answers, too; what a test answers in place of the server is not heard of then
   * @param options.missesFiles files of the app are gone, and that is meant
   * @param options.locale the language of the browser
   */
  async person(
    origin: string,
    viewport: Size,
    { workers = false, missesFiles = false, locale = 'en-GB' } = {},
  ): Promise<AppPage> {
    const context = await this.browser.newContext({
      viewport,
      isMobile: viewport.width < 500,
      locale,
      timezoneId: 'Europe/Berlin',
      // What moves is drawn again and again, which takes processor time.
      reducedMotion: 'reduce',
    });
    this.contexts.add(context);
    if (!workers) await context.addInitScript(WITHOUT_WORKERS);
    const page = await context.newPage();
    const complaints: string[] = [];
    const complain = (complaint: string, isMeant = false): void => {
      complaints.push(complaint);
      if (!isMeant) this.faults.push(complaint);
    };
    page.on('console', (message) => {
      const { url } = message.location();
      const text = message.text();
      if (NO_SESSION.test(text) && url.endsWith('/api/web/session/refresh')) return;
      // Somebody who signs in elsewhere is on a page that isn't ours for a while.
      const isMeant =
        !page.url().startsWith(origin) ||
        !['error', 'warning'].includes(message.type()) ||
        NO_SOCKET.test(text) ||
        (missesFiles && NO_STYLE.test(text)) ||
        (NO_ANSWER.test(text) && (missesFiles || !(text.includes(' 404 ') && url.includes('/assets/'))));
      complain(`${message.type()}: ${text} (${url})`, isMeant);
    });
    page.on('pageerror', (error) => complain(error.message, !page.url().startsWith(origin)));
    page.on('request', (request) => {
      if (request.url().startsWith(origin)) return;
      const isFollowed = request.isNavigationRequest() || !request.frame().url().startsWith(origin);
      complain(`asked for: ${request.url()}`, isFollowed);
    });
    const close = async (): Promise<void> => {
      this.contexts.delete(context);
      await context.close();
      this.assertNoFault();
    };
    return { page, complaints, close };
  }

  /** Closes what is open of everybody. @throws Error as closing a person's browser does */
  async close(): Promise<void> {
    await Promise.all([...this.contexts].map((context) => context.close()));
    this.contexts.clear();
    this.assertNoFault();
  }

  private assertNoFault(): void {
    const { faults } = this;
    this.faults = [];
    if (faults.length > 0) throw new Error(`a page complained: ${faults.join('; ')}`);
  }
}
