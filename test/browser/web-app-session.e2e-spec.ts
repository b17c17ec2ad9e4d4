import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { ADMIN_PASSWORD, type App, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';

/** Longer than an access token is good for. */
const ACCESS_HAS_RUN_OUT_MS = 16 * 60_000;

const RENEWAL = '**/api/web/session/refresh';

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the session of the web app in a browser', () => {
  let app: App;
  let browser: WebAppBrowser;
  let admin: AppPage;
  /** How much was complained of before the test. */
  let complainedBefore: number;

  beforeAll(async () => {
    app = await startApp({ env: { BASE_PATH: '/a/b' } });
    await app.setUpAdmin();
    browser = await WebAppBrowser.open();
    admin = await browser.person(app.url, LAPTOP);
    await admin.page.clock.install();
    await openSignedIn(admin.page, app.url, 'admin');
  });

  beforeEach(async () => {
    const { page } = admin;
    await page.unrouteAll();
    // A test that failed may have left the app.
    const profile = link(page, 'Profile');
    await ((await profile.isVisible()) ? profile.click() : page.goto(`${app.url}/profile`));
    await heading(page, 'Profile').waitFor();
    complainedBefore = admin.complaints.length;
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  const complainedNow = () => admin.complaints.slice(complainedBefore);

  it('under BASE_PATH=/a/b pages, links and calls stay below it', async () => {
    const { page } = admin;
    await link(page, 'My requests').click();
    await heading(page, 'My requests').waitFor();
    expect(page.url()).toBe(`${app.url}/requests`);
    await page.goBack();
    await heading(page, 'Profile').waitFor();
    expect(page.url()).toBe(`${app.url}/profile`);
    expect(complainedNow()).toEqual([]);
  });

  it('a reload keeps it', async () => {
    await admin.page.reload();
    await heading(admin.page, 'Profile').waitFor();
    expect(complainedNow()).toEqual([]);
  });

  it('goes on by itself when the access token has run out', async () => {
    // The socket ends with the token and may have it renewed before anything is clicked.
    const renewed = admin.page.waitForResponse(RENEWAL);
    await app.clock.leap(ACCESS_HAS_RUN_OUT_MS);
    await link(admin.page, 'Admin').click();
    expect((await renewed).status()).toBe(200);
    await admin.page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Requests' }).click();
    await admin.page.getByText('Nothing waits for you').waitFor();
  });

  it('a renewal that isn’t answered signs nobody out, and is tried again', async () => {
    const { page } = admin;
    await page.route(RENEWAL, (route) => route.abort('connectionreset'));
    await page.reload();
    await page.getByText('The server doesn’t answer. We’ll keep trying.').waitFor();
    expect(await heading(page, 'Sign in').count()).toBe(0);
    await page.unroute(RENEWAL);
    // More than lies between two tries.
    await page.clock.fastForward(31_000);
    await heading(page, 'Profile').waitFor();
  });

  it('signing out ends it in every tab, and a session that has ended elsewhere leads to the sign-in page', async () => {
    const other = await admin.page.context().newPage();
    onTestFinished(async () => {
      // The budget of sign-ins is one minute's.
      await app.clock.leap(61_000);
      await openSignedIn(admin.page, app.url, 'admin');
    });
    await other.goto(`${app.url}/requests`);
    await heading(other, 'My requests').waitFor();
    await admin.page.getByRole('button', { name: 'Sign out' }).click();
    await heading(other, 'Sign in').waitFor();
    await heading(admin.page, 'Sign in').waitFor();
    await other.reload();
    await heading(other, 'Sign in').waitFor();
    await other.close();
  });

  it('a device is signed out from another one’s list', async () => {
    const { page } = admin;
    const other = await app.login('admin', ADMIN_PASSWORD);
    await page.goto(`${app.url}/profile/devices`);
    const devices = page.getByRole('list', { name: 'Devices' });
    await devices.getByText('This device').waitFor();
    await devices.getByRole('button', { name: 'Remove harness' }).first().click();
    await expect.poll(async () => (await other.get('/api/auth/me')).status).toBe(401);
    await page.getByText('harness is signed out.').waitFor();
  });

  it('security 12: no part of a token is in the page, its storage, its cookies for scripts or its address', async () => {
    const tokens: string[] = [];
    const { page } = admin;
    page.on('response', (answer) => {
      if (answer.url().endsWith('/api/web/session/refresh'))
        void answer.json().then((body: { access_token: string }) => tokens.push(body.access_token));
    });
    await page.reload();
    await heading(page, 'Profile').waitFor();
    await expect.poll(() => tokens.length).toBe(1);
    const seen = await page.evaluate<string>(
      `JSON.stringify([document.documentElement.outerHTML, { ...localStorage }, { ...sessionStorage }, document.cookie,
        location.href, history.state, name, Object.keys(window).map((key) => typeof window[key] === 'string' && window[key])])`,
    );
    expect(tokens.filter((token) => seen.includes(token))).toEqual([]);
    expect(seen).toContain('Profile');
  });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
