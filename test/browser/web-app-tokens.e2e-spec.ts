import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { FULL_TEXTS, memoryOf, seenByScripts } from '../harness/script-memory.js';
import { ADMIN_PASSWORD, type App, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { LAPTOP } from '../harness/page-faults.js';
import { socketsOpen } from './live-household.js';

/** The access token has one place, whatever the build calls the variable. */
const ONE_VARIABLE = [expect.stringMatching(/^context \w+ of object system \/ Context/)];

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** What is served is dist/web, as the build leaves it. */
describe('issue 22 must-show 2, security 12: where the tokens of a session are', () => {
  let app: App;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  /** What the sign-in has answered; its refresh token is used up at once. */
  let answered: Tokens;
  /** The access token that is in use. */
  let current: string;

  beforeAll(async () => {
    app = await startApp({ env: { BASE_PATH: '/a/b' } });
    await app.setUpAdmin();
    browser = await WebAppBrowser.open({ flags: [FULL_TEXTS] });
    person = await browser.person(app.url, LAPTOP, { workers: true });
    ({ page } = person);
    await page.goto(`${app.url}/profile/devices`);
    const login = page.waitForResponse('**/api/auth/login');
    const exchange = page.waitForResponse('**/api/web/session');
    await page.getByLabel('Username').fill('admin');
    await page.getByLabel('Password').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    answered = (await (await login).json()) as Tokens;
    current = ((await (await exchange).json()) as Tokens).access_token;
    await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    await socketsOpen(app, 1);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  /** The refresh token in use, which the browser keeps from scripts. */
  const cookie = async (): Promise<string> =>
    (await page.context().cookies()).find(({ name }) => /^usher_[0-9a-f]{8}$/.test(name))?.value ?? '';

  const nowhere = async (...tokens: readonly string[]): Promise<void> => {
    const memory = await memoryOf(page);
    const seen = await seenByScripts(page);
    for (const token of tokens) {
      expect(token.length).toBeGreaterThan(20);
      expect(memory.holdersOf(token)).toEqual([]);
      expect(seen).not.toContain(token);
      expect(app.logLines.filter((line) => line.includes(token))).toEqual([]);
      expect(person.complaints.filter((line) => line.includes(token))).toEqual([]);
    }
  };

  it('after a sign-in the access token is in one variable of a module, and no refresh token is anywhere', async () => {
    expect((await memoryOf(page)).holdersOf(current)).toEqual(ONE_VARIABLE);
    expect(await seenByScripts(page)).not.toContain(current);
    expect(app.logLines.filter((line) => line.includes(current))).toEqual([]);
    await nowhere(answered.refresh_token, answered.access_token, await cookie());
  });

  it('after a renewal it is the next one, and the one before is gone', async () => {
    const renewal = page.waitForResponse('**/api/web/session/refresh');
    await page.reload();
    const next = ((await (await renewal).json()) as Tokens).access_token;
    await page.getByRole('list', { name: 'Devices' }).getByText('This device').waitFor();
    expect((await memoryOf(page)).holdersOf(next)).toEqual(ONE_VARIABLE);
    await nowhere(current, await cookie());
  });

  it('after signing out it is nowhere', async () => {
    const last = await cookie();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await nowhere(current, last);
  });

  it('the walk over the memory would find a token in a member of window, a listener’s variables, a header that was put together and a promise', async () => {
    const places: Readonly<Record<string, (canary: string) => void>> = {
      member: (canary) => void Object.assign(globalThis, { one: { deep: [new Map([['a', canary]])] } }),
      listener: (canary) => void setInterval(() => canary, 1e9),
      header: (canary) => void Object.assign(globalThis, { two: `Bearer ${canary}` }),
      promise: (canary) => void Object.assign(globalThis, { three: Promise.resolve({ canary }) }),
    };
    const before = await memoryOf(page);
    for (const [where, plant] of Object.entries(places)) await page.evaluate(plant, `planted, ${where}`);
    const after = await memoryOf(page);
    const found = Object.keys(places).map((where) => {
      const [none, some] = [before, after].map((memory) => memory.holdersOf(`planted, ${where}`).length);
      return { where, isNew: none === 0 && (some ?? 0) > 0 };
    });
    expect(found).toEqual(Object.keys(places).map((where) => ({ where, isNew: true })));
  });

  it.each([
    ['the document', `document.body.dataset.kept = canary`],
    ['a field', `document.querySelector('input').value = canary`],
    ['the address', `history.replaceState(null, '', '?kept=' + canary)`],
    ['the history', `history.replaceState({ kept: canary }, '')`],
    ['localStorage', `localStorage.kept = canary`],
    ['sessionStorage', `sessionStorage.kept = canary`],
    ['a cookie', `document.cookie = 'kept=' + canary`],
    ['what the worker keeps', `caches.open('kept').then((cache) => cache.put('/a/b/kept', new Response(canary)))`],
    [
      'a database',
      `new Promise((resolve) => {
        const opening = indexedDB.open('kept');
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { autoIncrement: true });
        opening.onsuccess = () => {
          const writing = opening.result.transaction('kept', 'readwrite');
          writing.objectStore('kept').add(canary);
          writing.oncomplete = () => { opening.result.close(); resolve() };
        };
      })`,
    ],
  ])('the look at what scripts can read would find one in %s', async (where, plant) => {
    const canary = `planted-in-${where.replaceAll(' ', '-')}`;
    expect(await seenByScripts(page)).not.toContain(canary);
    await page.evaluate(`(async () => { const canary = '${canary}'; await (${plant}) })()`);
    expect(await seenByScripts(page)).toContain(canary);
  });
});
