import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { DESCRIBED_OPERATIONS } from '../architecture/described-operations.js';
import { ClosedBrowser, contrastOf, overflowOf } from '../harness/closed-browser.js';
import { ADMIN_PASSWORD, SETUP_CODE, type App, startApp } from '../harness/start-app.js';

const WIDTHS = [320, 420, 900, 1440];

describe('the explorer of the interface in a browser', () => {
  let browser: ClosedBrowser;
  let app: App;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    browser = await ClosedBrowser.open();
  });

  beforeEach(async () => {
    app = await startApp({ env: { BASE_PATH: '/usher' } });
    ({ page, complaints } = await browser.page(app.url));
    await page.goto(`${app.url}/api/docs`);
    await page.locator('.operation').first().waitFor();
  });

  afterEach(async () => {
    await page.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    app.server.closeAllConnections();
    await app.close();
  });

  afterAll(() => browser.close());

  const found = () => page.locator('nav a:visible .path').allInnerTexts();

  it('shows every route, and no console, policy or network complains', async () => {
    expect(await page.locator('.operation').count()).toBe(DESCRIBED_OPERATIONS.length);
    expect(complaints).toEqual([]);
  });

  it('finds routes by all words of a search', async () => {
    await page.fill('#search', 'put quotas');
    expect(await found()).toEqual(['/api/admin/request-quotas', '/api/admin/users/{userID}/request-quotas']);
    await page.fill('#search', '');
    expect(await found()).toHaveLength(DESCRIBED_OPERATIONS.length);
  });

  it('signs in, and then calls as that account, under the path where the server is', async () => {
    const setup = { username: 'admin', password: ADMIN_PASSWORD, setup_code: SETUP_CODE };
    expect((await app.http.post('/api/auth/setup', setup)).status).toBe(201);
    await page.locator('#session > summary').click();
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByText('admin (admin)').waitFor();
    await page.locator('#getAuthMe > summary').click();
    await page.locator('#getAuthMe').getByRole('button', { name: 'Send' }).click();
    await page.locator('#getAuthMe .result pre').waitFor();
    expect(await page.locator('#getAuthMe .result').innerText()).toMatch(/^200[^]*"username": "admin"/);
    await page.locator('#getAuthMe').getByRole('button', { name: 'As curl' }).click();
    expect(await page.locator('#getAuthMe .result').innerText()).toBe(
      `curl -X GET '${app.url}/api/auth/me' \\\n  -H "Authorization: Bearer $TOKEN"`,
    );
    expect(await page.evaluate(`[localStorage.length, sessionStorage.length, document.cookie]`)).toEqual([0, 0, '']);
    expect(complaints).toEqual([]);
  });

  it('calls a path of several parts, and ends the session that it has begun when that is forgotten', async () => {
    const admin = await app.setUpAdmin();
    const library = await app.connectRadarr(admin);
    await page.locator('#session > summary').click();
    await page.fill('input[name=username]', 'admin');
    await page.fill('input[name=password]', ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Use' }).click();
    await page.getByText('admin (admin)').waitFor();
    const proxied = page.locator('#getInstancesInstanceIDPath');
    await proxied.locator('summary').first().click();
    const [instance, path] = [proxied.locator('input').nth(0), proxied.locator('input').nth(1)];
    await instance.fill(library);
    await path.fill('api/v3/system/status');
    await proxied.getByRole('button', { name: 'Send' }).click();
    await proxied.locator('.result pre').waitFor();
    expect(await proxied.locator('.result').innerText()).toMatch(/^200[^]*"appName": "Radarr"/);

    const isOpen = async () => (await admin.get('/api/admin/devices')).text.includes('Interface explorer');
    expect(await isOpen()).toBe(true);
    await page.locator('#session > summary').click();
    const ended = page.waitForResponse((answer) => answer.url().endsWith('/api/auth/logout'));
    await page.getByRole('button', { name: 'Forget' }).click();
    expect((await ended).status()).toBe(200);
    expect(await isOpen()).toBe(false);
    expect(complaints).toEqual([]);
  });

  it('an address names a route: it is open, with what it takes and what it answers', async () => {
    await page.goto(`${app.url}/api/docs#postRequests`);
    await page.reload();
    const operation = page.locator('#postRequests');
    await operation.locator('.inside').waitFor();
    expect(await operation.locator('.inside').innerText()).toMatch(
      /CreateRequestBody[^]*quality_profile_id integer \| null, 0 to 2147483647/,
    );
    expect(await operation.locator('.status').allInnerTexts()).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '409',
      '410',
      '413',
      '415',
      '429',
      '500',
      '502',
      '503',
    ]);
  });

  it('can be read in light and dark, and nothing is wider than the window, from 320 px on', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const selector of ['h1', 'h2', '.says', '.verb.get', '.badge.admin', '.badge.public'])
        expect({ selector, readable: (await contrastOf(page, selector)) >= 4.5 }).toEqual({ selector, readable: true });
    }
    await page.locator('.operation > summary').first().click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 720 });
      const overflow = await overflowOf(page);
      expect([width, overflow]).toEqual([width, Math.min(0, overflow)]);
    }
  });
});
