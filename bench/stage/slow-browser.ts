import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
/** They keep it from calling home. */
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];

/** A phone or an old laptop at home. Source: issue 22, speed. */
const SLOWER = 4;
const BYTES_PER_SECOND = 10_000_000 / 8;
const LATENCY_MS = 40;

/**
 * Runs in each page before its scripts: gathers what the browser itself says of how fast the page is. It is a text, because the
 * types of this project know no browser.
 */
const GATHER = `(() => {
  const seen = { paint: 0, shift: 0, slowest: 0, interactions: 0 };
  globalThis.benchSeen = seen;
  const observe = (options, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ ...options, buffered: true });
  observe({ type: 'largest-contentful-paint' }, (entry) => { seen.paint = entry.startTime; });
  observe({ type: 'layout-shift' }, (entry) => { if (!entry.hadRecentInput) seen.shift += entry.value; });
  observe({ type: 'event', durationThreshold: 16 }, (entry) => {
    if (!entry.interactionId) return;
    seen.interactions += 1;
    seen.slowest = Math.max(seen.slowest, entry.duration);
  });
})()`;

/** What a browser says of a page. */
export interface Seen {
  /** When the largest part of it was drawn, in milliseconds after the visit began (LCP). */
  readonly paint: number;
  /** How much of it has moved by itself (CLS). */
  readonly shift: number;
  /** How long the slowest interaction took until the next picture, in milliseconds; 0 where all took less than 16. */
  readonly slowest: number;
}

/** A browser on a slow machine behind a slow line. */
export class SlowBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly context: BrowserContext,
    readonly page: Page,
    private readonly session: CDPSession,
  ) {}

  /** Undefined where there is no Chromium. */
  static async open(size: { readonly width: number; readonly height: number }): Promise<SlowBrowser | undefined> {
    if (!existsSync(CHROMIUM)) return undefined;
    const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: FLAGS });
    const context = await browser.newContext({ viewport: size, locale: 'en-GB' });
    const page = await context.newPage();
    await page.addInitScript(GATHER);
    return new SlowBrowser(browser, context, page, await context.newCDPSession(page));
  }

  /** From now on it is slow. */
  async slowDown(): Promise<void> {
    await this.session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    await this.session.send('Network.enable');
    await this.session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
  }

  /** Nothing of an earlier visit is kept but who is signed in. */
  async forgetVisits(): Promise<void> {
    await this.session.send('Network.enable');
    await this.session.send('Network.clearBrowserCache');
  }

  /** What it says of the page that is open. */
  async seen(): Promise<Seen> {
    // Entries are handed over once the browser has nothing else to do.
    await this.page.waitForTimeout(500);
    return this.page.evaluate<Seen>('benchSeen');
  }

  /** How long the slowest of these interactions took until the next picture, in milliseconds. */
  async slowestOf(interact: () => Promise<void>): Promise<number> {
    await this.page.waitForTimeout(500);
    await this.page.evaluate('benchSeen.slowest = 0');
    await interact();
    return (await this.seen()).slowest;
  }

  async close(): Promise<void> {
    await this.context.close();
    await this.browser.close();
  }
}
