import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { Database } from '../../src/core/database/database.js';
import { type App, startApp } from '../harness/start-app.js';

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

const STATES = [
  ['before setup', 'Waiting for its first administrator'],
  ['after setup', 'Ready'],
  ['while the database is away', 'One moment'],
] as const;

const WIDTHS = [320, 360, 768, 1440];

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

describe('the front page in a browser', () => {
  let profile: string;
  let browser: BrowserContext;
  let app: App;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    profile = mkdtempSync(join(tmpdir(), 'usher-browser-'));
    browser = await chromium.launchPersistentContext(profile, {
      executablePath: '/usr/bin/chromium',
      headless: true,
      args: FLAGS,
    });
  });

  beforeEach(async () => {
    app = await startApp();
    page = await browser.newPage();
    complaints = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(app.url)) complaints.push(`asked for: ${request.url()}`);
    });
  });

  afterEach(async () => {
    await page.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    app.server.closeAllConnections();
    await app.close();
  });

  afterAll(async () => {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  });

  async function enter(state: (typeof STATES)[number][0]): Promise<void> {
    if (state === 'after setup') await app.setUpAdmin();
    if (state === 'while the database is away') await app.get(Database).close();
  }

  const contrastOf = (selector: string): Promise<number> =>
    page.evaluate<number>(`(${CONTRAST})(${JSON.stringify(selector)})`);

  it.each(STATES)(
    '%s it says "%s", in light and dark, and no console, policy or network complains',
    async (state, heading) => {
      await enter(state);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(app.url);
        expect(await page.locator('h2').first().innerText()).toBe(heading);
        for (const selector of ['h1', '.lead', 'h2', '.state p'])
          expect(await contrastOf(selector)).toBeGreaterThan(4.5);
      }
      expect(complaints).toEqual([]);
    },
  );

  it('its style applies: the policy lets it through', async () => {
    await page.goto(app.url);
    expect(await page.evaluate(`getComputedStyle(document.body).display`)).toBe('grid');
  });

  it('dark mode is dark, and light mode is light', async () => {
    const background = (): Promise<string> => page.evaluate(`getComputedStyle(document.body).backgroundColor`);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.goto(app.url);
    const light = await background();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await background()).not.toBe(light);
  });

  it.each(STATES)('%s nothing is wider than the window, from 320 px on', async (state, _heading) => {
    await enter(state);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto(app.url);
      const overflow = await page.evaluate<number>(`document.documentElement.scrollWidth - window.innerWidth`);
      expect([width, overflow]).toEqual([width, Math.min(0, overflow)]);
    }
  });

  it('a person who can’t see it is told the same: language, title, one main heading', async () => {
    await page.goto(app.url);
    expect(await page.evaluate(`document.documentElement.lang`)).toBe('en');
    expect(await page.title()).toBe('Usher');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main').count()).toBe(1);
  });
});
