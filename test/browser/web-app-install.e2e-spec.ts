import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Page } from 'playwright-core';
import { WebAppService } from '../../src/app/web/web-app.service.js';
import { ClosedBrowser } from '../harness/closed-browser.js';
import { NextVersion, THIS_VERSION } from '../harness/next-version.js';
import { type App, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { openSignedIn } from './live-household.js';
import { startWorker } from './started-worker.js';

/** What is served is dist/web, as the build leaves it. */
describe('design §6: the web app is installed, opens without a network, and says when there is a new version', () => {
  let app: App;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  let next: NextVersion;
  /** How much was complained of before the test. */
  let complainedBefore: number;

  beforeAll(async () => {
    app = await startApp({ env: { BASE_PATH: '/a/b', SERVER_NAME: 'Ana’s house' } });
    await app.setUpAdmin();
    browser = await WebAppBrowser.open();
    next = new NextVersion();
    person = await browser.person(app.url, LAPTOP, { workers: true });
    ({ page } = person);
    await page.clock.install();
    await openSignedIn(page, app.url, 'admin');
    await startWorker(page);
    // The worker answers from the next load on.
    await page.reload();
    await heading(page, 'Profile').waitFor();
    expect(await page.evaluate(`navigator.serviceWorker.controller?.scriptURL`)).toBe(`${app.url}/sw.js`);
  });

  beforeEach(async () => {
    await page.context().setOffline(false);
    const profile = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Profile' });
    // A test that failed may have left the app.
    await ((await profile.isVisible()) ? profile.click() : page.goto(`${app.url}/profile`));
    await heading(page, 'Profile').waitFor();
    complainedBefore = person.complaints.length;
  });

  const complainedNow = () => person.complaints.slice(complainedBefore);

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
    next.remove();
  });

  it('Chromium finds nothing that keeps it from being installed', async () => {
    const closed = await ClosedBrowser.open();
    const visit = await closed.page(app.url);
    await visit.page.goto(`${app.url}/sign-in`);
    await heading(visit.page, 'Sign in').waitFor();
    const devtools = await visit.page.context().newCDPSession(visit.page);
    const { url, data, errors } = await devtools.send('Page.getAppManifest');
    expect([url, errors]).toEqual([`${app.url}/manifest.webmanifest`, []]);
    expect(JSON.parse(data ?? '')).toMatchObject({ name: 'Ana’s house', id: '/a/b/', scope: '/a/b/' });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    expect(installabilityErrors).toEqual([]);
    await visit.page.goto(`${app.url}/api/health`);
    const elsewhere = await devtools.send('Page.getInstallabilityErrors');
    expect(elsewhere.installabilityErrors.map(({ errorId }) => errorId)).toContain('no-manifest');
    await closed.close();
  });

  it('Profile says how', async () => {
    const card = page.getByRole('region', { name: 'Install Usher' });
    await card.getByText('Open your browser’s menu', { exact: false }).waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
    await page.evaluate(`(() => {
      const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt: async () => { window.asked = true } });
      window.dispatchEvent(offer);
    })()`);
    await card.getByRole('button', { name: 'Install' }).click();
    expect(await page.evaluate('asked')).toBe(true);
    await card.getByRole('button').waitFor({ state: 'detached' });
    expect(complainedNow()).toEqual([]);
  });

  it('nothing is kept but the page and its files: no answer, no picture, no address that was visited', async () => {
    await page.goto(`${app.url}/search?q=secret`);
    await heading(page, 'Results for “secret”').waitFor();
    const kept = await keptBy(page);
    expect(kept.length).toBeGreaterThan(20);
    const others = kept.filter((path) => path !== '/a/b/' && !path.startsWith('/a/b/assets/'));
    expect(others).toEqual(['/a/b/appearance.js']);
  });

  it('without a network it opens in the theme that was chosen and keeps the session, and goes on once there is one', async () => {
    await page.evaluate(`localStorage.setItem('usher-theme', 'dark')`);
    // Nothing but what the worker keeps.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.clearBrowserCache');
    await page.context().setOffline(true);
    await page.goto(`${app.url}/requests`);
    await page.getByText('The server doesn’t answer. We’ll keep trying.').waitFor();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await page.context().setOffline(false);
    // More than lies between two tries.
    await page.clock.fastForward(31_000);
    await heading(page, 'My requests').waitFor();
    await page.evaluate(`localStorage.removeItem('usher-theme')`);
  });

  it('a server that takes longer than three seconds is not waited for', async () => {
    const letGo = holdPages(app);
    const restore = await passTimers(page);
    await page.goto(`${app.url}/requests`);
    await heading(page, 'My requests').waitFor();
    expect([letGo(), await restore()]).toEqual([1, [3_000]]);
  });

  it('where nothing is kept, a page says that there is no network', async () => {
    await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))`);
    await page.context().setOffline(true);
    onTestFinished(async () => {
      await page.context().setOffline(false);
      await page.goto(`${app.url}/profile`);
      await page.evaluate(`navigator.serviceWorker.controller.postMessage('forget')`);
      await allKept();
    });
    await page.goto(`${app.url}/requests`).catch(() => undefined);
    await heading(page, 'You’re offline').waitFor();
  });

  it('security 14: whatever was kept goes when somebody signs out, and the app opens all the same', async () => {
    await page.evaluate(`caches.keys().then(async ([name]) =>
      (await caches.open(name)).put('/a/b/api/me', new Response('something of the account')))`);
    expect(await keptBy(page)).toContain('/a/b/api/me');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await heading(page, 'Sign in').waitFor();
    onTestFinished(async () => {
      // The budget of sign-ins is one minute's.
      await app.clock.leap(61_000);
      await openSignedIn(page, app.url, 'admin');
    });
    await expect.poll(() => keptBy(page)).not.toContain('/a/b/api/me');
    await allKept();
    expect(complainedNow()).toEqual([]);
  });

  it('a new version says "Update ready", and waits for the click; a page that was loaded after the upgrade needs none', async () => {
    onTestFinished(() => app.get(WebAppService).load(THIS_VERSION));
    app.get(WebAppService).load(next.folder);
    const script = await ownScript(page);
    await page.evaluate(`navigator.serviceWorker.getRegistration().then((one) => one.update())`);
    await page.getByRole('status').getByText('Update ready.').waitFor();
    expect(await faultsSeen(page, 'update-ready')).toEqual([]);
    // Until then everything of the version before is there, though the server has it no more.
    await page.getByRole('link', { name: 'Discover' }).click();
    await heading(page, 'Discover').waitFor();
    expect(await ownScript(page)).toBe(script);
    const loaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Update now' }).click();
    await loaded;
    await heading(page, 'Discover').waitFor();
    expect(await ownScript(page)).not.toBe(script);
    await expect.poll(() => page.evaluate('caches.keys().then((names) => names.length)')).toBe(1);
    expect(await page.getByText('Update ready.').count()).toBe(0);
    // The one before is another version, too.
    app.get(WebAppService).load(THIS_VERSION);
    await page.reload();
    await heading(page, 'Discover').waitFor();
    await startWorker(page);
    const served = await page.evaluate<string>(`fetch('/a/b/sw.js').then((answer) => answer.text())`);
    const [, version = ''] = /usherVersion="(\w+)"/.exec(served) ?? [];
    await expect
      .poll(() => page.evaluate(`caches.keys().then((names) => names.join())`))
      .toMatch(new RegExp(`${version}$`));
    const settled = `navigator.serviceWorker.getRegistration().then((one) => one.waiting === null && one.installing === null)`;
    await expect.poll(() => page.evaluate(settled)).toBe(true);
    expect(await page.getByText('Update ready.').count()).toBe(0);
  });

  /** The page and every file of its version are kept. */
  async function allKept(): Promise<void> {
    await expect.poll(() => keptBy(page)).toEqual(expect.arrayContaining(['/a/b/']));
    await expect.poll(async () => (await keptBy(page)).length).toBeGreaterThan(20);
  }
});

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** The paths of everything that the worker keeps. */
const keptBy = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`(async () => {
    const kept = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) kept.push(new URL(url).pathname + new URL(url).search);
    return kept;
  })()`);

const ownScript = (page: Page): Promise<string> =>
  page.evaluate(`document.querySelector('script[type="module"]').getAttribute('src')`);

/** The worker's timers are over at once, until what this returns is called; that answers how long they were to take, in milliseconds. */
async function passTimers(page: Page): Promise<() => Promise<readonly number[]>> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error('there is no worker');
  await worker.evaluate(`{
    self.realTimeout = setTimeout;
    self.asked = [];
    self.setTimeout = (work, milliseconds) => {
      asked.push(milliseconds);
      return realTimeout(work);
    };
    undefined;
  }`);
  return () => worker.evaluate<number[]>('self.setTimeout = realTimeout, asked');
}

/** The server answers no page from now on, until what this returns is called; that answers how many it has held. */
function holdPages({ server }: App): () => number {
  const [answer] = server.listeners('request') as [(request: { headers: object }, response: unknown) => void];
  const held: (() => void)[] = [];
  const hold: typeof answer = (request, response) => {
    const isPage = (request.headers as { 'sec-fetch-mode'?: string })['sec-fetch-mode'] === 'navigate';
    if (isPage) held.push(() => answer(request, response));
    else answer(request, response);
  };
  server.off('request', answer).on('request', hold);
  return () => {
    server.off('request', hold).on('request', answer);
    for (const goOn of held) goOn();
    return held.length;
  };
}
