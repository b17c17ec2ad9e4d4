import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright-core';
import { DemoFailure } from '../demo-failure.js';
import { DEMO_FILMS, WANTED_FILM } from '../films.js';
import { ADMINISTRATOR, MEMBER, PosedHousehold, type Sitter } from './posed-household.js';

/** In pixels of the page; a picture has more where a screen has. */
const SIZES = { phone: { width: 360, height: 740 }, laptop: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const SHARPNESS = 1.5;
const QUALITY = 82;
const MOST_BYTES = 150_000;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'];
/** A download is looked at each ten seconds, and takes half a minute. */
const DOWNLOAD_SEEN_MS = 40_000;

/** Takes the pictures of the README: each page on a phone and on a laptop, in light and dark. Their titles are simulated. */
export async function takePictures(root: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const household = new PosedHousehold(root);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: FLAGS });
  try {
    await household.open();
    const free = DEMO_FILMS.find(({ owned, tmdbId }) => owned && tmdbId !== WANTED_FILM.tmdbId) ?? WANTED_FILM;
    const admin = await signedIn(browser, household.url, ADMINISTRATOR);
    await show(admin, `${household.url}/admin/requests`, 'Requests');
    await take(admin, folder, 'admin');
    const member = await signedIn(browser, household.url, MEMBER);
    await show(member, `${household.url}/movie/${free.tmdbId}`, free.title);
    await take(member, folder, 'film');
    const request = await household.approveWanted();
    await show(member, `${household.url}/requests/${request}`, WANTED_FILM.title);
    await member.getByRole('progressbar', { name: 'Download' }).waitFor({ timeout: DOWNLOAD_SEEN_MS });
    await take(member, folder, 'request');
    await show(member, household.url, 'Home');
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
  await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
  return page;
}

async function show(page: Page, address: string, heading: string): Promise<void> {
  await page.goto(address);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  await page.waitForLoadState('networkidle');
}

async function take(page: Page, folder: string, name: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  for (const [device, size] of Object.entries(SIZES))
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(size);
      // A picture is drawn, and then taken.
      await page.screenshot();
      const shot = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
      const bytes = Buffer.from(shot.data, 'base64');
      const file = `${name}-${device}-${colorScheme}.webp`;
      if (bytes.length > MOST_BYTES) throw new DemoFailure(`${file} has ${bytes.length} bytes, which is too much.`);
      writeFileSync(join(folder, file), bytes);
      console.log(`${file} ${Math.round(bytes.length / 1_000)} kB`);
    }
}
