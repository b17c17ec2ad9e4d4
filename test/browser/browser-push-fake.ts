import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { PushServiceFake } from '../fakes/web-push/push-service-fake.js';

/** What a page is shown by the browser. */
export interface ShownNotification {
  readonly title: string;
  readonly body: string;
  readonly tag: string;
  readonly icon: string;
}

/**
 * Runs in each page before its scripts: subscriptions are those of the push service of the test, since Chromium can't reach its
 * maker's. They outlast the page as real ones do.
 */
const SUBSCRIPTIONS = `(() => {
  const KEPT = 'fake-subscription';
  const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0)).buffer;
  const base64url = (key) => btoa(String.fromCharCode(...new Uint8Array(key))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const made = ({ given, key }) => ({
    endpoint: given.endpoint,
    options: { userVisibleOnly: true, applicationServerKey: bytes(key) },
    toJSON: () => given,
    unsubscribe: async () => { localStorage.removeItem(KEPT); await window.fakeUnsubscribe(given); return true; },
  });
  const known = () => JSON.parse(localStorage.getItem(KEPT) ?? 'null');
  PushManager.prototype.getSubscription = async () => known() && made(known());
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const key = base64url(applicationServerKey);
    const given = await window.fakeSubscribe(key);
    if (given === null) throw new DOMException('push service not available', 'AbortError');
    localStorage.setItem(KEPT, JSON.stringify({ given, key }));
    return made(known());
  };
})()`;

/** Runs in the worker: `nextShown` resolves once the next message is shown. */
const NEXT_SHOWN = `{
  const { prototype } = ServiceWorkerRegistration;
  const { showNotification } = prototype;
  self.nextShown = new Promise((resolve, reject) => {
    prototype.showNotification = function (...message) {
      prototype.showNotification = showNotification;
      const shown = showNotification.apply(this, message);
      shown.then(resolve, reject);
      return shown;
    };
  });
  undefined;
}`;

/** The part of a browser that subscribes and shows messages, with a push service of the test behind it. */
export class BrowserPushFake {
  /** The browser can't reach its push service. */
  isCutOff = false;

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly registrations: Map<string, string>,
  ) {}

  /** Before the first page is opened. */
  static async in(context: BrowserContext, page: Page, service: PushServiceFake): Promise<BrowserPushFake> {
    const cdp = await context.newCDPSession(page);
    const registrations = new Map<string, string>();
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: all }) => {
      for (const { scopeURL, registrationId } of all) registrations.set(scopeURL, registrationId);
    });
    await cdp.send('ServiceWorker.enable');
    const fake = new BrowserPushFake(page, cdp, registrations);
    await page.exposeFunction('fakeSubscribe', (key: string) => (fake.isCutOff ? null : service.subscribe(key)));
    await page.exposeFunction('fakeUnsubscribe', (given: Parameters<PushServiceFake['given']['gone']>[0]) =>
      service.given.gone(given),
    );
    await context.addInitScript(SUBSCRIPTIONS);
    return fake;
  }

  /**
   * The browser gets a message, gives it to the worker, and has shown it. Nobody asks what is shown before that: Chromium drops a
   * message that isn't on the screen yet when it is asked.
   */
  async deliver(data: string): Promise<void> {
    const [[scope = '', registrationId = ''] = []] = [...this.registrations];
    const [worker] = this.page.context().serviceWorkers();
    if (!worker) throw new Error('there is no worker');
    await worker.evaluate(NEXT_SHOWN);
    await this.cdp.send('ServiceWorker.deliverPushMessage', { origin: new URL(scope).origin, registrationId, data });
    await worker.evaluate('self.nextShown');
  }

  /** Has the browser a subscription? */
  isSubscribed(): Promise<boolean> {
    return this.page.evaluate(`localStorage.getItem('fake-subscription') !== null`);
  }

  /** The browser gives its subscription up for another one with the same key. */
  async change(): Promise<void> {
    await this.page.evaluate(`(async () => {
      const { options } = await PushManager.prototype.getSubscription();
      await PushManager.prototype.subscribe(options);
    })()`);
  }

  /** The subscription was made with the key that the server had before. */
  async forgetKey(): Promise<void> {
    await this.page.evaluate(`(() => {
      const { given } = JSON.parse(localStorage.getItem('fake-subscription'));
      localStorage.setItem('fake-subscription', JSON.stringify({ given, key: 'B' + 'A'.repeat(86) }));
    })()`);
  }

  /** Its reader closes what is shown. */
  closeAll(): Promise<void> {
    return this.page.evaluate(`navigator.serviceWorker.ready
      .then((one) => one.getNotifications())
      .then((all) => all.forEach((each) => each.close()))`);
  }

  /** What is shown, in no order. */
  shown(): Promise<readonly ShownNotification[]> {
    return this.page.evaluate(`navigator.serviceWorker.ready
      .then((one) => one.getNotifications())
      .then((all) => all.map(({ title, body, tag, icon }) => ({ title, body, tag, icon })))`);
  }
}
