import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Page, Worker } from 'playwright-core';
import { Database } from '../../src/core/database/database.js';
import { WebPushSubscriptionRow } from '../../src/modules/notifications/web-push/web-push-subscription.entity.js';
import { Browsers } from '../e2e/notifications/browsers.js';
import { type App, type Session, startApp } from '../harness/start-app.js';
import { type AppPage, WebAppBrowser } from '../harness/web-app-browser.js';
import { faultsSeen, LAPTOP, PHONE } from '../harness/page-faults.js';
import { BrowserPushFake } from './browser-push-fake.js';
import { openSignedIn, signIn } from './live-household.js';

const PUSHED = { id: 'm-1', title: 'New request', body: 'Harbor Lights', tag: 'm-1', path: '/requests', type: 'x' };
const OFF = 'This browser receives no push messages for you.';
const ON = 'This browser receives push messages for you, also while Usher is closed.';

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
  });

  /** Somebody opens Profile, and their browser may show messages. */
  async function open(): Promise<void> {
    browsers.service.startOver();
    await app.get(Database).write((tx) => tx.createQueryBuilder().delete().from(WebPushSubscriptionRow).execute());
    // The budget of sign-ins is one minute's.
    await app.clock.leap(61_000);
    person = await browser.person(app.url, LAPTOP, { workers: true });
    ({ page } = person);
    page.setDefaultTimeout(10_000);
    push = await BrowserPushFake.in(page.context(), page, browsers.service);
    await allow();
    await openSignedIn(page, app.url, 'admin');
    await page.evaluate(`navigator.serviceWorker.ready`);
  }

  afterAll(async () => {
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
    await browsers.stop();
  });

  const allow = () => page.context().grantPermissions(['notifications'], { origin: new URL(app.url).origin });
  const card = () => page.getByRole('region', { name: 'Push messages in this browser' });
  const says = (text: string): Promise<void> => card().getByText(text).waitFor();
  const turnOn = () => card().getByRole('button', { name: 'Turn on in this browser' }).click();
  const rows = () => app.get(Database).read((tx) => tx.find(WebPushSubscriptionRow));
  const kept = async () => (await rows()).length;
  const worker = (): Worker => {
    const [found] = page.context().serviceWorkers();
    if (!found) throw new Error('there is no worker');
    return found;
  };

  describe('is turned on in Profile', () => {
    beforeEach(open);

    afterEach(() => person.close());

    it('by a click, and then gets what the server sends: the test message too', async () => {
      await says(OFF);
      expect(await faultsSeen(page, 'web-push-off')).toEqual([]);
      await turnOn();
      await says(ON);
      expect(await faultsSeen(page, 'web-push-on')).toEqual([]);
      expect(await rows()).toMatchObject([{ userId: admin.userId }]);
      await page.getByRole('button', { name: 'Send a test message' }).click();
      await page.getByRole('status').getByText('Sent to 1 device.').waitFor();
      const [sent] = browsers.service.delivered;
      await push.deliver(sent?.text ?? '');
      await expect.poll(() => push.shown()).toMatchObject([{ title: 'Test message' }]);
      expect(person.complaints).toEqual([]);
    });

    it('and off again: it gives its subscription up, and the server forgets it', async () => {
      await turnOn();
      await says(ON);
      await card().getByRole('button', { name: 'Turn off in this browser' }).click();
      await says(OFF);
      expect([await kept(), await push.isSubscribed()]).toEqual([0, false]);
    });

    it('once its push service can be reached', async () => {
      push.isCutOff = true;
      await turnOn();
      await card()
        .getByRole('alert')
        .getByText('The browser couldn’t reach the push service', { exact: false })
        .waitFor();
      await says(OFF);
      push.isCutOff = false;
      await turnOn();
      await says(ON);
      expect(await card().getByRole('alert').count()).toBe(0);
    });

    it('and stays off where the server doesn’t take it: nothing is left in the browser', async () => {
      await page.route('**/api/devices/push-token', (route) => route.fulfill({ status: 503, json: { error: 'x' } }));
      await turnOn();
      await card().getByRole('alert').getByText('The server is busy right now.', { exact: false }).waitFor();
      await says(OFF);
      expect([await kept(), await push.isSubscribed()]).toEqual([0, false]);
    });

    it('its reader is not asked before that, and a refusal is said in plain words', async () => {
      await page.context().clearPermissions();
      await page.addInitScript(`Notification.requestPermission = async () => {
        window.asked = true;
        Object.defineProperty(Notification, 'permission', { value: 'denied' });
        return 'denied';
      };
      Object.defineProperty(Notification, 'permission', { value: 'default', configurable: true });`);
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
  });

  describe('stays on', () => {
    beforeEach(open);

    afterEach(() => person.close());

    it('after a reload: the server is told of it anew, and of a subscription that the browser has changed', async () => {
      await turnOn();
      await says(ON);
      await app.get(Database).write((tx) => tx.createQueryBuilder().delete().from(WebPushSubscriptionRow).execute());
      await page.clock.install();
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

    it('with another key of the server: it subscribes anew with that', async () => {
      await turnOn();
      await says(ON);
      await push.forgetKey();
      browsers.service.startOver();
      await page.clock.install();
      await page.reload();
      await says(ON);
      await page.clock.fastForward(6_000);
      await expect.poll(async () => (await admin.post('/api/notifications/test')).body).toMatchObject({ sent: 1 });
    });

    it('security 12: but not for whoever signs in next', async () => {
      await turnOn();
      await says(ON);
      await page.getByRole('button', { name: 'Sign out', exact: true }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      await expect.poll(() => push.isSubscribed()).toBe(false);
      await expect.poll(kept).toBe(0);
      await app.clock.leap(61_000);
      await page.goto(`${app.url}/sign-in?to=/profile`);
      await signIn(page, 'ana');
      await says(OFF);
      expect(await kept()).toBe(0);
    });
  });

  describe('shows messages', () => {
    beforeAll(open);

    beforeEach(async () => {
      await page.goto(`${app.url}/profile`);
      await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
      await push.closeAll();
    });

    afterAll(() => person.close());

    const deliver = (over: object = {}): Promise<void> => push.deliver(JSON.stringify({ ...PUSHED, ...over }));
    const bodies = async () => (await push.shown()).map(({ body }) => body);

    it('with the picture of the app under its base path', async () => {
      const icon = page.context().waitForEvent('response', (answer) => answer.url().endsWith('/icon-192.png'));
      await deliver();
      await expect
        .poll(() => push.shown())
        .toEqual([{ title: 'New request', body: 'Harbor Lights', tag: 'm-1', icon: `${app.url}/icon-192.png` }]);
      expect((await icon).status()).toBe(200);
    });

    it('once, though it comes twice; one of the same tag takes its place, and others stand beside it', async () => {
      await deliver();
      await deliver();
      await deliver({ id: 'm-2', tag: 'issue:9', body: 'first' });
      await deliver({ id: 'm-3', tag: 'issue:9', body: 'second' });
      await expect.poll(bodies).toHaveLength(2);
      await expect.poll(async () => (await bodies()).toSorted()).toEqual(['Harbor Lights', 'second']);
    });

    it('that can’t be read in words of its own', async () => {
      await push.deliver('no JSON');
      await expect.poll(() => push.shown()).toMatchObject([{ title: 'Something is new' }]);
    });

    /** A click on the message that is shown, as far as a test can click: browsers open and focus windows for real ones alone. */
    const click = () =>
      worker().evaluate(`(async () => {
        self.opened = [];
        clients.openWindow = async (address) => void self.opened.push(address);
        WindowClient.prototype.focus = async function () { self.opened.push('focus ' + this.url); };
        const [notification] = await registration.getNotifications();
        self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
      })()`);
    const opened = (): Promise<readonly string[]> => worker().evaluate('self.opened');

    /** No window of the app is left. */
    async function leave(): Promise<void> {
      await page.goto('about:blank');
      const windows = `clients.matchAll({ type: 'window', includeUncontrolled: true }).then((all) => all.length)`;
      await expect.poll(() => worker().evaluate(windows)).toBe(0);
    }

    it('a click shows the page that it leads to, in the window that is open', async () => {
      await deliver();
      await expect.poll(bodies).toHaveLength(1);
      await click();
      await page.getByRole('heading', { level: 1, name: 'My requests' }).waitFor();
      expect(page.url()).toBe(`${app.url}/requests`);
      await expect.poll(opened).toEqual([`focus ${app.url}/profile`]);
      expect(await push.shown()).toEqual([]);
    });

    it('a click opens a window where none is open', async () => {
      await deliver();
      await expect.poll(bodies).toHaveLength(1);
      await leave();
      await click();
      await expect.poll(opened).toEqual([`${app.url}/requests`]);
    });

    it('security 22: one that leads elsewhere leads to the start of the app', async () => {
      await deliver({ path: '//evil.example/' });
      await expect.poll(bodies).toHaveLength(1);
      await leave();
      await click();
      await expect.poll(opened).toEqual([`${app.url}/`]);
    });
  });
});

describe('issue 24, Web Push: browsers that take no messages', () => {
  it('are told why, and their readers have no button that would do nothing', async () => {
    const app = await startApp();
    await app.setUpAdmin();
    const host = 'nas.example';
    const browser = await WebAppBrowser.open({ isWhole: true, flags: [`--host-resolver-rules=MAP ${host} 127.0.0.1`] });
    const visit = async (origin: string, options = {}): Promise<Page> => {
      await app.clock.leap(61_000);
      const { page } = await browser.person(origin, PHONE, options);
      await page.goto(`${origin}/profile`);
      await signIn(page, 'admin');
      return page;
    };
    const says = async (page: Page, text: string): Promise<void> => {
      const card = page.getByRole('region', { name: 'Push messages in this browser' });
      await card.getByText(text).waitFor();
      expect(await card.getByRole('button').count()).toBe(0);
    };
    await says(
      await visit(`http://${host}:${new URL(app.url).port}`),
      'Browsers receive push messages only from a secure address',
    );
    await says(await visit(app.url), 'This browser can’t receive push messages.');
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });

  it('there is nothing to turn on where the server sends none', async () => {
    const app = await startApp({ env: { WEB_PUSH_HOSTS: 'none' } });
    await app.setUpAdmin();
    const browser = await WebAppBrowser.open();
    const { page } = await browser.person(app.url, LAPTOP);
    await page.goto(`${app.url}/profile`);
    await signIn(page, 'admin');
    await page.getByText('This server doesn’t send push messages.').waitFor();
    expect(await page.getByRole('region', { name: 'Push messages in this browser' }).count()).toBe(0);
    await browser.close();
    app.server.closeAllConnections();
    await app.close();
  });
});
