import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';

/** The last three keep it from calling home, which a closed network would answer with noise. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Runs in the page: the contrast of an element's text with the nearest colour behind it. It is a text, because the
 * types of this project know no browser. Source: WCAG 2.2, contrast ratio.
 */
const CONTRAST = `(selector) => {
  const colour = (text) => text.match(/[0-9.]+/g).map(Number);
  const luminance = ([red, green, blue]) => [red, green, blue]
    .map((channel) => channel / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
  const element = document.querySelector(selector);
  let behind = element;
  while (colour(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
  const levels = [getComputedStyle(element).color, getComputedStyle(behind).backgroundColor].map(colour).map(luminance);
  return (Math.max(...levels) + 0.05) / (Math.min(...levels) + 0.05);
}`;

/** A browser with a profile of its own, which goes with it. */
export class ClosedBrowser {
  private constructor(
    private readonly context: BrowserContext,
    private readonly profile: string,
  ) {}

  /** @param flags beside those that every one has */
  static async open(flags: readonly string[] = []): Promise<ClosedBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'usher-browser-'));
    const options = { executablePath: '/usr/bin/chromium', headless: true, args: [...FLAGS, ...flags] };
    return new ClosedBrowser(await chromium.launchPersistentContext(profile, options), profile);
  }

  /** A new page, with whatever its console, its policy and its network complain of; another origin is a complaint. */
  async page(origin: string): Promise<{ readonly page: Page; readonly complaints: string[] }> {
    const page = await this.context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(origin)) complaints.push(`asked for: ${request.url()}`);
    });
    return { page, complaints };
  }

  async close(): Promise<void> {
    await this.context.close();
    rmSync(this.profile, { recursive: true, force: true });
  }
}

/** The contrast of the text of the first such element with what is behind it; 4.5 and more can be read. */
export function contrastOf(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(`(${CONTRAST})(${JSON.stringify(selector)})`);
}

/** Resolves in the next picture: the browser calls an observer of sizes once the page is laid out. */
const LAID_OUT = `new Promise((done) => {
  const sizes = new ResizeObserver(() => {
    sizes.disconnect();
    done();
  });
  sizes.observe(document.documentElement);
})`;

/**
 * Resolves once the page is drawn anew: the picture after the next one begins when the next one is drawn. Not by
 * `requestAnimationFrame`, which goes by the clock of the test where there is one, and draws nothing; nor by an animation without
 * anything to move, for which no picture need be drawn.
 */
export async function nextPicture(page: Page): Promise<void> {
  await page.evaluate(`${LAID_OUT}.then(() => ${LAID_OUT})`);
}

/** By how many pixels the page is wider than its window; 0 or less is good. */
export async function overflowOf(page: Page): Promise<number> {
  // A size that was just set is taken over with the next picture.
  await nextPicture(page);
  return page.evaluate<number>(`document.documentElement.scrollWidth - window.innerWidth`);
}
