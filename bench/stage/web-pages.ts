import type { Page } from 'playwright-core';
import type { BenchSetting } from '../bench.js';
import { budgeted, type Reading } from '../measure/reading.js';
import { ADMINISTRATOR, type Household } from './household.js';
import { SlowBrowser } from './slow-browser.js';
import { requestedFilm } from './titles.js';

const PHONE = { width: 360, height: 740 };
/** A film that nobody waits for: those that wait are numbered from 0. */
const FREE_FILM = requestedFilm(240);
/** So fast does somebody type, in milliseconds between two letters. */
const TYPING_MS = 120;
const SCROLLS = 25;
/** Pages beside Home, each as it is opened by its address. */
const OTHER_PAGES = [
  '/discover',
  '/discover/films',
  '/discover/series',
  '/discover/music',
  '/discover/books',
  `/movie/${FREE_FILM}`,
  '/requests',
  '/downloads',
  '/profile',
  '/admin',
  '/admin/requests',
  '/admin/people',
  '/admin/people/1',
  '/admin/libraries',
  '/admin/activity',
  '/admin/jobs',
  '/admin/notifications',
  '/admin/setboxes',
  '/admin/settings',
  '/setup',
];

/** So much may move on a page: web-app.md, budgets. */
const MOST_SHIFT = 0.02;

/** What a browser says of the pages, visit by visit. */
const newFigures = () => ({
  first: [] as number[],
  second: [] as number[],
  shift: [] as number[],
  othersShift: [] as number[],
  calls: [] as number[],
  typing: [] as number[],
  sheet: [] as number[],
  scrolling: [] as number[],
});

/**
 * How fast the web app is in a browser on a slow phone behind a slow line: Home at the first visit and at the second, typing in the
 * search box, opening the sheet of a request, and the administrator's list of all that waits. On the browser's clock.
 * Source: issue 22, speed.
 */
export async function webPages({ scale }: BenchSetting, { server }: Household): Promise<readonly Reading[]> {
  let figures = newFigures();
  for (let round = 0; round <= scale.rounds; round += 1) {
    const browser = await SlowBrowser.open(PHONE);
    if (!browser) {
      console.error('web: there is no Chromium at /usr/bin/chromium, so that the rows of pages are left out.');
      return [];
    }
    // The first visit of all reads the libraries; its figures are dropped.
    if (round === 1) figures = newFigures();
    try {
      await signIn(browser.page, server.url);
      await browser.forgetVisits();
      await browser.slowDown();
      await visitHome(browser, server.url, figures);
      figures.othersShift.push(await largestShift(browser, server.url));
      figures.typing.push(await typing(browser, server.url));
      figures.sheet.push(await openingSheet(browser, server.url));
      figures.scrolling.push(await scrolling(browser, server.url));
    } finally {
      await browser.close();
    }
  }
  const seconds = (row: readonly number[]) => row.map((milliseconds) => milliseconds / 1_000);
  const inPage = (what: string, measured: readonly number[]): Reading => ({
    ...budgeted(`${what}, slowest interaction`, 'ms', 200),
    measured,
    floor: [],
  });
  return [
    { ...budgeted('Home, first visit, largest part drawn', 's', 2), measured: seconds(figures.first), floor: [] },
    { ...budgeted('Home, second visit, the same', 's', 1.2), measured: seconds(figures.second), floor: [] },
    { ...budgeted('Home, what moves by itself', 'CLS', 0.02), measured: figures.shift, floor: [] },
    {
      ...budgeted('other pages, what moves by itself at most', 'CLS', 0.02),
      measured: figures.othersShift,
      floor: [],
    },
    { ...budgeted('Home, calls of a first visit', 'calls', 12), measured: figures.calls, floor: [] },
    inPage('typing in search', figures.typing),
    inPage('opening a request’s sheet', figures.sheet),
    inPage(`scrolling ${scale.ledger} requests`, figures.scrolling),
  ];
}

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/profile`);
  await page.getByRole('textbox', { name: 'Username' }).fill(ADMINISTRATOR.username);
  await page.getByLabel('Password').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  await page.goto('about:blank');
}

/** With requests, the shelves that are near, and all that is in the window drawn. */
async function homeIsThere(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  for (const name of ['On the way', 'Trending films'])
    await page.getByRole('region', { name }).getByRole('link').nth(1).waitFor();
  await page.waitForLoadState('networkidle');
}

async function visitHome(browser: SlowBrowser, url: string, figures: ReturnType<typeof newFigures>): Promise<void> {
  const { page } = browser;
  let calls = 0;
  const count = (request: { url(): string }): void => {
    if (/\/api\/(?!pictures\/)/.test(request.url())) calls += 1;
  };
  page.on('request', count);
  await page.goto(url);
  await homeIsThere(page);
  page.off('request', count);
  const first = await browser.seen();
  await page.goto('about:blank');
  await page.goto(url);
  await homeIsThere(page);
  const second = await browser.seen();
  figures.first.push(first.paint);
  figures.second.push(second.paint);
  figures.shift.push(Math.max(first.shift, second.shift));
  figures.calls.push(calls);
}

/** How much of the least quiet page moves by itself; those that move more than they may are named, so that somebody can look at them. */
async function largestShift(browser: SlowBrowser, url: string): Promise<number> {
  const { page } = browser;
  let largest = 0;
  for (const path of OTHER_PAGES) {
    await page.goto('about:blank');
    await page.goto(url + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    const { shift } = await browser.seen();
    if (shift > MOST_SHIFT) console.error(`web: ${path} moves by ${shift.toFixed(3)}`);
    largest = Math.max(largest, shift);
  }
  return largest;
}

async function typing(browser: SlowBrowser, url: string): Promise<number> {
  const { page } = browser;
  await page.goto(url);
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  return browser.slowestOf(async () => {
    await page
      .getByRole('combobox', { name: 'Search' })
      .pressSequentially('film of the amber river', { delay: TYPING_MS });
    await page.waitForURL(`${url}/search?**`);
    await page.getByRole('main').getByRole('link').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('listbox').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
  });
}

async function openingSheet(browser: SlowBrowser, url: string): Promise<number> {
  const { page } = browser;
  await page.goto(`${url}/movie/${FREE_FILM}`);
  const button = page.getByRole('button', { name: 'Request', exact: true });
  await button.waitFor();
  return browser.slowestOf(async () => {
    await button.click();
    await page.getByRole('button', { name: 'Send request' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });
}

/** By the keyboard, with a row selected now and then: browsers time keys and presses, and no scrolling by touch. */
async function scrolling(browser: SlowBrowser, url: string): Promise<number> {
  const { page } = browser;
  await page.goto(`${url}/admin/requests`);
  const boxes = page.getByRole('list', { name: 'Requests waiting for you' }).getByRole('checkbox');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await boxes.first().waitFor();
  return browser.slowestOf(async () => {
    for (let scroll = 0; scroll < SCROLLS; scroll += 1) {
      await page.keyboard.press(scroll === SCROLLS - 1 ? 'End' : 'PageDown');
      await page.waitForTimeout(100);
    }
    await page.waitForTimeout(500);
    await boxes.nth(3).check();
  });
}
