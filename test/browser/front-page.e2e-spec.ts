import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { Database } from '../../src/core/database/database.js';
import { ClosedBrowser, contrastOf, overflowOf } from '../harness/closed-browser.js';
import { type App, startApp } from '../harness/start-app.js';

const STATES = [
  ['before setup', 'Waiting for its first administrator'],
  ['after setup', 'Ready'],
  ['while the database is away', 'One moment'],
] as const;

const WIDTHS = [320, 360, 768, 1440];

describe('the front page in a browser', () => {
  let browser: ClosedBrowser;
  let app: App;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await ClosedBrowser.open();
  });

  beforeEach(async () => {
    app = await startApp();
    ({ page, complaints } = await browser.page(app.url));
  });

  afterEach(async () => {
    await page.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    app.server.closeAllConnections();
    await app.close();
  });

  afterAll(() => browser.close());

  async function enter(state: (typeof STATES)[number][0]): Promise<void> {
    if (state === 'after setup') await app.setUpAdmin();
    if (state === 'while the database is away') await app.get(Database).close();
  }

  it.each(STATES)(
    '%s it says "%s", in light and dark, and no console, policy or network complains',
    async (state, heading) => {
      await enter(state);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(app.url);
        expect(await page.locator('h2').first().innerText()).toBe(heading);
        for (const selector of ['h1', '.lead', 'h2', '.state p'])
          expect(await contrastOf(page, selector)).toBeGreaterThan(4.5);
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
      const overflow = await overflowOf(page);
      expect([width, overflow]).toEqual([width, Math.min(0, overflow)]);
    }
  });

  it('a screen reader gets the same content: language, title, one main heading', async () => {
    await page.goto(app.url);
    expect(await page.evaluate(`document.documentElement.lang`)).toBe('en');
    expect(await page.title()).toBe('Usher');
    expect(await page.locator('h1').count()).toBe(1);
    expect(await page.locator('main').count()).toBe(1);
  });
});
