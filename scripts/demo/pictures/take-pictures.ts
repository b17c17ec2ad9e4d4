import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CDPSession, chromium, type Browser, type Page } from 'playwright-core';
import { DemoFailure } from '../demo-failure.js';
import { DEMO_FILMS, WANTED_FILM } from '../films.js';
import { ADMINISTRATOR, MEMBER, PosedHousehold, type Sitter } from './posed-household.js';

/** In pixels of the page; a picture has more where a screen has. */
const SIZES = { phone: { width: 390, height: 844 }, laptop: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const SHARPNESS = 1.5;
/** As good as the limit lets a picture be. */
const QUALITIES = [82, 74, 66, 58, 50];
const MOST_BYTES = 150_000;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** A download is looked at each ten seconds, and takes half a minute. */
const DOWNLOAD_SEEN_MS = 40_000;

/** The film whose page is shown: the most popular one that is there. */
const SHOWN_FILM = DEMO_FILMS.find(({ owned }) => owned) ?? WANTED_FILM;

/** True once nothing that can be seen is waited for; what is further down is loaded as it comes near. */
const ALL_IS_THERE = `[
  ...document.querySelectorAll('[aria-busy=true]'),
  ...[...document.images].filter((image) => !image.complete),
].every((part) => part.getBoundingClientRect().top > innerHeight || part.getBoundingClientRect().bottom < 0)`;

/**
 * Takes the pictures of the README: each page on a phone and on a laptop, in light and dark. Their titles are simulated. Parts of
 * pages are found by the names that hold whatever a page looks like.
 */
export async function takePictures(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const household = new PosedHousehold(root);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: FLAGS });
  try {
    await household.open();
    const admin = await signedIn(browser, household.url, ADMINISTRATOR);
    await admin.goto(`${household.url}/admin/requests`);
    await admin
      .getByRole('button', { name: /^Approve / })
      .first()
      .waitFor();
    await take(admin, folder, 'admin');
    const member = await signedIn(browser, household.url, MEMBER);
    await show(member, `${household.url}/movie/${SHOWN_FILM.tmdbId}`, SHOWN_FILM.title);
    await take(member, folder, 'film');
    const request = await household.approveWanted();
    await show(member, `${household.url}/requests/${request}`, WANTED_FILM.title);
    await member.getByRole('progressbar', { name: 'Download' }).waitFor({ timeout: DOWNLOAD_SEEN_MS });
    await take(member, folder, 'request');
    await member.goto(household.url);
    await member.getByRole('link', { name: WANTED_FILM.title }).first().waitFor();
    await take(member, folder, 'home');
  } finally {
    await browser.close();
    await household.close();
  }
}

async function signedIn(browser: Browser, url: string, { username, password }: Sitter): Promise<Page> {
  const context = await browser.newContext({ deviceScaleFactor: SHARPNESS, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto(`${url}/profile`);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return page;
}

async function show(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
}

async function take(page: Page, folder: string, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [device, size] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      await page.waitForLoadState('networkidle');
      await page.waitForFunction(ALL_IS_THERE);
      // A picture is drawn, and then taken.
      await page.screenshot();
      const file = `${name}-${device}-${colorScheme}.webp`;
      const bytes = await photograph(session, file);
      writeFileSync(join(folder, file), bytes);
      console.log(`${file} ${Math.round(bytes.length / 1_000)} kB`);
    }
}

async function photograph(session: CDPSession, file: string): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality });
    const bytes = Buffer.from(data, 'base64');
    if (bytes.length <= MOST_BYTES) return bytes;
  }
  throw new DemoFailure(`${file} has more than ${MOST_BYTES} bytes, which is too much.`);
}
