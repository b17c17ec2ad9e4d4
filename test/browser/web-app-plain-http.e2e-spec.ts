import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { manualPromise } from '../harness/manual-promise.js';
import { ADMIN_PASSWORD, type App, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { PHONE } from '../harness/page-faults.js';

/** A host name without HTTPS is no secure context, unlike localhost: a browser has no Web Locks and no passkeys there. */
const HOST = 'nas.example';

/** What the browser says of a call with a token that has run out. */
const EXPECTED = / 401 |HTTP Authentication failed/;

/** Longer than an access token is good for. */
const ACCESS_HAS_RUN_OUT_MS = 16 * 60_000;

/** What is served is dist/web, as the build leaves it. */
describe('issue 22: the web app over plain HTTP at a host name', () => {
  let app: App;
  let browser: WebAppBrowser;
  let person: AppPage;
  let origin: string;

  beforeAll(async () => {
    app = await startApp();
    await app.setUpAdmin();
    origin = `http://${HOST}:${new URL(app.url).port}`;
    browser = await WebAppBrowser.open({ flags: [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`] });
    person = await browser.person(origin, PHONE);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  it('session: signs in and stays signed in after a reload', async () => {
    const { page, complaints } = person;
    await page.goto(`${origin}/profile`);
    expect(await page.evaluate('[isSecureContext, navigator.locks === undefined]')).toEqual([false, true]);
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await heading(page, 'Profile').waitFor();
    await page.reload();
    await heading(page, 'Profile').waitFor();
    expect(complaints.filter((complaint) => !EXPECTED.test(complaint))).toEqual([]);
  });

  it('session: two tabs whose access token has run out send one renewal, and neither signs the other out', async () => {
    const first = person.page;
    const second = await first.context().newPage();
    await second.goto(`${origin}/requests`);
    await heading(second, 'My requests').waitFor();
    const renewals: string[] = [];
    for (const page of [first, second])
      page.on('request', (call) => {
        if (call.url().endsWith('/api/web/session/refresh')) renewals.push(page === first ? 'first' : 'second');
      });
    // The first renewal takes as long as it takes both tabs to want one.
    const go = manualPromise();
    await first.context().route('**/api/web/session/refresh', async (route) => {
      await go.promise;
      await route.continue();
    });
    await app.clock.leap(ACCESS_HAS_RUN_OUT_MS);
    await Promise.all(
      [first, second].map(async (page) => {
        const refused = page.waitForResponse((answer) => answer.status() === 401);
        await link(page, 'Home').click();
        await refused;
        await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
      }),
    );
    go.resolve();
    for (const page of [first, second]) {
      await heading(page, 'Home').waitFor();
      await page.getByRole('heading', { level: 2, name: 'What would you like to see?' }).waitFor();
    }
    expect(renewals).toHaveLength(1);
    // Both go on with what the one has brought.
    for (const page of [first, second]) {
      await link(page, 'Profile').click();
      await page.getByRole('tab', { name: 'Devices' }).click();
      await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    }
    expect(renewals).toHaveLength(1);
    expect(person.complaints.filter((complaint) => !EXPECTED.test(complaint))).toEqual([]);
    await second.close();
  });

  it('session: two tabs that are reloaded at once come back, and end together', async () => {
    const first = person.page;
    const second = await first.context().newPage();
    await second.goto(`${origin}/requests`);
    await heading(second, 'My requests').waitFor();
    await Promise.all([first.reload(), second.reload()]);
    await heading(first, 'Profile').waitFor();
    await heading(second, 'My requests').waitFor();
    await first.getByRole('button', { name: 'Sign out', exact: true }).click();
    for (const page of [first, second]) await heading(page, 'Sign in').waitFor();
    await second.close();
  });
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const link = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
