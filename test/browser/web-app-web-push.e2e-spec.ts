import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Page, Worker } from 'playwright-core';
import { Database } from '../../src/core/database/database.js';
import { WebPushSubscriptionRow } from '../../src/modules/notifications/settings-rows.js';
import { Browsers } from '../e2e/notifications/browsers.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP } from '../harness/page-faults.js';
import { BrowserPushFake } from './browser-push-fake.js';
import { openSignedIn, signIn } from './live-household.js';
import { startWorker } from './started-worker.js';

const PUSHED = { id: 'm-1', title: 'New request', body: 'Harbor Lights', tag: 'm-1', path: '/requests', type: 'x' };
const OFF = 'This browser receives no push messages for you.';
const ON = 'This browser receives push messages for you, also while Usher is closed.';

/** A host name without HTTPS is no secure context, unlike localhost. */
const HOST = 'nas.example';

/** What is served is dist/web, as the build leaves it. Chromium's own push service is out of reach: its subscriptions are the test's. */
describe('issue 24, Web Push: a browser', () => {
  let browsers: Browsers;
  let app: App;
  let admin: Session;
  let browser: WebAppBrowser;
  let person: AppPage;
  let page: Page;
  let push: BrowserPushFake;

  beforeAll(async () => {
    browsers = await Browsers.start();
    app = await startApp({ env: { BASE_PATH: '/a/b', ...browsers.env } });
    admin = await app.setUpAdmin();
    const ana = await app.invite('ana');
    await admin.patch(`/api/admin/users/${ana.userId}/auth-methods`, { password_enabled: true });
    await ana.post('/api/auth/password', { password: 'a good password of ana' });
    browser = await WebAppBrowser.open({ isWhole: true });
    person = await browser.person(app.url, LAPTOP, { workers: true });
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    await page.clock.install();
    push = await BrowserPushFake.in(page.context(), page, browsers.service);
    await allow();
    await openSignedIn(page, app.url, 'admin', '/profile/notifications');
    await startWorker(page);
  });

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
    await browsers.stop();
  });

  /** The budget of sign-ins is one minute's. */
  const nextMinute = () => app.clock.leap(61_000);
  const allow = () => page.context().grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  const card = () => page.getByRole('region', { name: 'Push messages in this browser' });
  const says = (text: string): Promise<void> => card().getByText(text).waitFor();
  const turnOn = () => card().getByRole('button', { name: 'Turn on in this browser' }).click();
  const forgetRows = () =>
    app.get(Database).write((tx) => tx.createQueryBuilder().delete().from(WebPushSubscriptionRow).execute());
  const rows = () => app.get(Database).read((tx) => tx.find(WebPushSubscriptionRow));
  const kept = async () => (await rows()).length;
  const worker = (): Worker => {
    const [found] = page.context().serviceWorkers();
    if (!found) throw new Error('there is no worker');
    return found;
  };

  describe('that has not been turned on', () => {
    beforeEach(async () => {
      browsers.service.startOver();
      await forgetRows();
      await page.evaluate('localStorage.clear()');
      await page.goto(`${app.url}/profile/notifications`);
      await says(OFF);
    });

    it('is turned on in Profile by a click, gets what the server sends, the test message too, and gives its subscription up when it is turned off', async () => {
      const complainedBefore = person.complaints.length;
      await turnOn();
      await says(ON);
      expect(await faultsSeen(page, 'web-push-on')).toEqual([]);
      expect(await rows()).toMatchObject([{ userId: admin.userId }]);
      await page.getByRole('button', { name: 'Send a test message' }).click();
      await page.getByRole('status').getByText('Sent to 1 device.').waitFor();
      const [sent] = browsers.service.delivered;
      await push.deliver(sent?.text ?? '');
      expect(await push.shown()).toMatchObject([{ title: 'Test message' }]);
      await card().getByRole('button', { name: 'Turn off in this browser' }).click();
      await says(OFF);
      expect([await kept(), await push.isSubscribed()]).toEqual([0, false]);
      expect(person.complaints.slice(complainedBefore)).toEqual([]);
    });

    it('stays off where its push service can’t be reached or the server doesn’t take it, says so and keeps nothing; it is turned on once both do', async () => {
      push.isCutOff = true;
      await turnOn();
      await card()
        .getByRole('alert')
        .getByText('The browser couldn’t reach the push service', { exact: false })
        .waitFor();
      await says(OFF);
      push.isCutOff = false;
      const devices = '**/api/devices/push-token';
      await page.route(devices, (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
      await turnOn();
      await card().getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
      await says(OFF);
      expect([await kept(), await push.isSubscribed()]).toEqual([0, false]);
      await page.unroute(devices);
      await turnOn();
      await says(ON);
      expect(await card().getByRole('alert').count()).toBe(0);
    });

    it('its reader is not asked before that, and a refusal is said in plain words', async () => {
      const refusal = await page.addInitScript(`Notification.requestPermission = async () => {
        window.asked = true;
        Object.defineProperty(Notification, 'permission', { value: 'denied' });
        return 'denied';
      };
      Object.defineProperty(Notification, 'permission', { value: 'default', configurable: true });`);
      await page.context().clearPermissions();
      onTestFinished(async () => {
        await refusal.dispose();
        await allow();
      });
      await page.reload();
      await says(OFF);
      expect(await page.evaluate('window.asked')).toBeUndefined();
      await turnOn();
      await says('Notifications are blocked for this site.');
      expect([await page.evaluate('window.asked'), await card().getByRole('button').count(), await kept()]).toEqual([
        true,
        0,
        0,
      ]);
      expect(await faultsSeen(page, 'web-push-denied')).toEqual([]);
    });

    it('stays on after a reload: the server is told of it anew, and of a subscription that the browser has changed', async () => {
      await turnOn();
      await says(ON);
      await forgetRows();
      await page.reload();
      await says(ON);
      await page.clock.fastForward(6_000);
      await expect.poll(kept).toBe(1);
      const [before] = await rows();
      await push.change();
      await worker().evaluate(`self.dispatchEvent(new PushSubscriptionChangeEvent('pushsubscriptionchange', {}))`);
      await expect.poll(async () => (await rows())[0]?.endpointHash === before?.endpointHash).toBe(false);
      expect((await admin.post('/api/notifications/test')).body).toMatchObject({ tokens: 1, sent: 1 });
    });

    it('stays on with another key of the server: it subscribes anew with that', async () => {
      await turnOn();
      await says(ON);
      await push.forgetKey();
      browsers.service.startOver();
      await page.reload();
      await says(ON);
      await page.clock.fastForward(6_000);
      await expect.poll(async () => (await admin.post('/api/notifications/test')).body).toMatchObject({ sent: 1 });
    });

    it('security 12: stays on, but not for whoever signs in next', async () => {
      await turnOn();
      await says(ON);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      onTestFinished(async () => {
        await nextMinute();
        await openSignedIn(page, app.url, 'admin', '/profile/notifications');
      });
      await expect.poll(() => push.isSubscribed()).toBe(false);
      await expect.poll(kept).toBe(0);
      await nextMinute();
      await openSignedIn(page, app.url, 'ana', '/profile/notifications');
      await says(OFF);
      expect(await kept()).toBe(0);
    });
  });

  describe('shows messages', () => {
    beforeEach(async () => {
      if (!page.url().startsWith(app.url)) await page.goto(`${app.url}/profile/notifications`);
      await push.closeAll();
    });

    const deliver = (over: object = {}): Promise<void> => push.deliver(JSON.stringify({ ...PUSHED, ...over }));

    it('with the picture of the app under its base path', async () => {
      const icon = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/icon-192.png'));
      await deliver();
      expect(await push.shown()).toEqual([
        { title: 'New request', body: 'Harbor Lights', tag: 'm-1', icon: `${app.url}/icon-192.png` },
      ]);
      expect((await icon).status()).toBe(200);
    });

    it('once, though it comes twice; one of the same tag takes its place, and others stand beside it', async () => {
      await deliver();
      await deliver();
      await deliver({ id: 'm-2', tag: 'issue:9', body: 'first' });
      await deliver({ id: 'm-3', tag: 'issue:9', body: 'second' });
      const bodies = (await push.shown()).map(({ body }) => body);
      expect(bodies.toSorted()).toEqual(['Harbor Lights', 'second']);
    });

    it('that can’t be read in words of its own', async () => {
      await push.deliver('no JSON');
      expect(await push.shown()).toMatchObject([{ title: 'Something is new' }]);
    });

    /** A click on the message with this tag, as far as a test can click: browsers open and focus windows for real ones alone. */
    const click = (tag: string) =>
      worker().evaluate(`(async () => {
        self.opened = [];
        clients.openWindow = async (address) => void self.opened.push(address);
        WindowClient.prototype.focus = async function () { self.opened.push('focus ' + this.url); };
        const [notification] = await registration.getNotifications({ tag: ${JSON.stringify(tag)} });
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      })()`);
    const opened = (): Promise<readonly string[]> => worker().evaluate('self.opened');

    it('a click shows the page that it leads to, in the window that is open or in a new one; security 22: one that leads elsewhere leads to the start of the app', async () => {
      await page.goto(`${app.url}/profile/notifications`);
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
      await deliver();
      await click(PUSHED.tag);
      await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
      expect(page.url()).toBe(`${app.url}/requests`);
      await expect.poll(opened).toEqual([`focus ${app.url}/profile/notifications`]);
      expect(await push.shown()).toEqual([]);
      // No window of the app is left.
      await page.goto('about:blank');
      const windows = `clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => all.length)`;
      await expect.poll(() => worker().evaluate(windows)).toBe(0);
      await deliver();
      await click(PUSHED.tag);
      await expect.poll(opened).toEqual([`${app.url}/requests`]);
      await deliver({ id: 'm-4', tag: 'm-4', path: '//evil.example/' });
      await click('m-4');
      await expect.poll(opened).toEqual([`${app.url}/`]);
    });
  });

  it('that takes no messages says why, and has no button that would do nothing', async () => {
    const flags = [`--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
    const other = await WebAppBrowser.open({ flags });
    const saysAlone = async ({ page: opened }: AppPage, text: string): Promise<void> => {
      const region = opened.getByRole('region', { name: 'Push messages in this browser' });
      await region.getByText(text).waitFor();
      expect(await region.getByRole('button').count()).toBe(0);
    };
    await nextMinute();
    const origin = app.url.replace(new URL(app.url).hostname, HOST);
    const insecure = await other.person(origin, LAPTOP);
    await insecure.page.goto(`${origin}/profile/notifications`);
    await signIn(insecure.page, 'admin');
    await saysAlone(insecure, 'Browsers receive push messages only from a secure address');
    const withoutWorkers = await other.person(app.url, LAPTOP);
    await openSignedIn(withoutWorkers.page, app.url, 'admin', '/profile/notifications');
    await saysAlone(withoutWorkers, 'This browser can’t receive push messages.');
    await other.close();
  });

  it('has nothing to turn on where the server sends none', async () => {
    const silent = await startApp({ env: { WEB_PUSH_HOSTS: 'none' } });
    await silent.setUpAdmin();
    const other = await WebAppBrowser.open();
    const visit = await other.person(silent.url, LAPTOP);
    await openSignedIn(visit.page, silent.url, 'admin', '/profile/notifications');
    await visit.page.getByText('This server doesn’t send push messages.').waitFor();
    expect(await visit.page.getByRole('region', { name: 'Push messages in this browser' }).count()).toBe(0);
    await other.close();
    silent.server.closeAllConnections();
    await silent.close();
  });
});
