import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { ClosedBrowser, contrastOf, overflowOf } from '../harness/closed-browser.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { TLS_PROXY_KEY, TlsProxy } from '../harness/tls-proxy.js';
import { withAuthenticator } from '../harness/virtual-authenticator.js';

const HOST = 'media.example';
const WIDTHS = [320, 390, 768, 1440];

/** Runs in the page: signs in with a passkey of the browser's own. It is a text, because the types of this project know no browser. */
const SIGN_IN = `(async () => {
  const base = document.querySelector('main').dataset.base;
  const post = async (path, body) => {
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: body ? { 'Content-Type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    return answer.json();
  };
  const { options, session_id } = await post('/api/auth/passkey/login/begin');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options.publicKey);
  const assertion = await navigator.credentials.get({ publicKey });
  return post('/api/auth/passkey/login/finish?device_name=Browser&session_id=' + session_id, assertion.toJSON());
})()`;

describe('issue 19 §8.3: the passkey pages in a browser', () => {
  let browser: ClosedBrowser;
  let app: App;
  let proxy: TlsProxy;
  let admin: Session;
  let page: Page;
  let complaints: string[];
  const origins = { direct: '', proxied: '' };

  beforeAll(async () => {
    browser = await ClosedBrowser.open([
      `--host-resolver-rules=MAP ${HOST} 127.0.0.1`,
      `--ignore-certificate-errors-spki-list=${TLS_PROXY_KEY}`,
    ]);
  });

  beforeEach(async () => {
    app = await startApp({ env: { BASE_PATH: '/usher', TRUSTED_PROXIES: '127.0.0.1', SERVER_NAME: 'Harbor' } });
    admin = await app.setUpAdmin();
    const { port, origin } = new URL(app.url);
    proxy = await TlsProxy.before(origin);
    Object.assign(origins, { direct: `http://localhost:${port}`, proxied: `https://${HOST}:${proxy.port}` });
  });

  afterEach(async () => {
    await page.close();
    await proxy.close();
    // A browser keeps spare connections on which it has never asked for anything; the server would wait for them.
    app.server.closeAllConnections();
    await app.close();
  });

  afterAll(() => browser.close());

  /** Opens a page of the server at one of its addresses. */
  async function open(way: keyof typeof origins): Promise<void> {
    ({ page, complaints } = await browser.page(origins[way]));
    await withAuthenticator(page);
  }

  /** The link that an app would show, to this address. */
  async function linkAt(way: keyof typeof origins): Promise<string> {
    await admin.put('/api/admin/external-address', { external_url: origins[way] });
    const { body } = await admin.post('/api/auth/passkey/setup-link');
    return (body as { link: string }).link;
  }

  const state = () => page.locator('#state').innerText();

  const create = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Create the passkey' }).click();
    await page.locator('#state.good, #state.bad').waitFor();
  };

  it.each(['direct', 'proxied'] as const)(
    'a link registers a passkey, and the passkey signs in (%s), and no console, policy or network complains',
    async (way) => {
      await open(way);
      await page.goto(await linkAt(way));
      await page.getByLabel('Name of this passkey').fill('My browser');
      await create();
      expect(await state()).toBe('The passkey is saved. From now on you can sign in with it. You can close this page.');
      expect(await page.locator('form').isVisible()).toBe(false);
      expect(await page.evaluate(SIGN_IN)).toMatchObject({ user: { id: admin.userId, username: 'admin' } });
      expect(complaints).toEqual([]);
      const host = new URL(origins[way]).host;
      const { body } = await admin.get('/api/auth/passkeys', { 'x-forwarded-host': host });
      expect(body).toMatchObject([{ name: 'My browser' }]);
    },
  );

  it('says in words that a link has been used, and that the device holds a passkey already', async () => {
    await open('direct');
    const link = await linkAt('direct');
    await page.goto(link);
    await create();
    await page.goto(link);
    await create();
    expect(await state()).toMatch(/^This link has been used or has run out\./);
    await page.goto(await linkAt('direct'));
    await create();
    expect(await state()).toMatch(/^This device holds a passkey of your account already\./);
  });

  it('says in words that the server can’t be reached', async () => {
    await open('direct');
    await page.goto(await linkAt('direct'));
    await page.route('**/setup/begin*', (route) => route.abort());
    await create();
    expect(await state()).toMatch(/^The server can’t be reached\./);
    expect(await page.getByRole('button').isEnabled()).toBe(true);
  });

  it.each(['/passkeys/setup', '/passkeys/create?token=t'])(
    '%s can be read in light and dark, and nothing is wider than the window, from 320 px on',
    async (path) => {
      await open('direct');
      await page.goto(`${origins.direct}/usher${path}`);
      const button = path.includes('create') ? 'button' : '.button';
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const selector of ['h1', '.lead', '.card p', button])
          expect({ selector, readable: (await contrastOf(page, selector)) >= 4.5 }).toEqual({
            selector,
            readable: true,
          });
      }
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 720 });
        const overflow = await overflowOf(page);
        expect([width, overflow]).toEqual([width, Math.min(0, overflow)]);
      }
      expect(await page.evaluate(`document.documentElement.lang`)).toBe('en');
      expect(await page.locator('h1').count()).toBe(1);
      expect(complaints).toEqual([]);
    },
  );
});
