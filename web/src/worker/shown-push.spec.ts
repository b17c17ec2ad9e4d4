import { beforeEach, describe, expect, it } from 'vitest';
import { open, resubscribe, show, type PageOrder, type PushSurroundings } from './shown-push.js';

const SCOPE = 'https://usher.example/a/b/';
const PUSHED = { id: 'm-1', title: 'T', body: 'B', tag: 'm-1', path: '/requests' };

/** A window, and what it was told. */
interface Window {
  readonly url: string;
  readonly focused?: boolean;
}

describe('issue 24, Web Push: what the worker does', () => {
  let shown: (readonly [string, object])[];
  let told: (readonly [string, PageOrder | 'focus'])[];
  let opened: string[];
  let keys: unknown[];

  beforeEach(() => {
    [shown, told, opened, keys] = [[], [], [], []];
  });

  const around = (windows: readonly Window[] = [], before: readonly unknown[] = []): PushSurroundings => ({
    registration: {
      scope: SCOPE,
      getNotifications: ({ tag } = {}) =>
        Promise.resolve((tag === undefined ? [] : before.map((data) => ({ data }))) as Notification[]),
      showNotification: (title, options) => Promise.resolve(void shown.push([title, options ?? {}])),
      pushManager: {
        subscribe: ({ applicationServerKey }: PushSubscriptionOptionsInit = {}) =>
          Promise.resolve(void keys.push(applicationServerKey)),
      } as unknown as PushManager,
    },
    clients: {
      matchAll: () =>
        Promise.resolve(
          windows.map(({ url, focused = false }) => ({
            url,
            focused,
            postMessage: (order: PageOrder) => void told.push([url, order]),
            focus: () => Promise.resolve(void told.push([url, 'focus'])),
          })),
        ),
      openWindow: (address) => Promise.resolve(void opened.push(address)),
    },
  });

  it.each<readonly [string, readonly unknown[], boolean]>([
    ['nothing is shown yet', [], false],
    ['the same message is shown', [{ id: 'm-1' }], false],
    ['an earlier one of its tag is shown', [{ id: 'm-0' }], true],
    ['something unknown is shown', [null], true],
  ])('rings anew only for another message: %s', async (_, before, renotify) => {
    await show(around([], before), PUSHED);
    const data = { id: 'm-1', path: '/requests' };
    expect(shown).toEqual([['T', { body: 'B', tag: 'm-1', icon: `${SCOPE}icon-192.png`, renotify, data }]]);
  });

  it('a click shows the page in the window that is looked at, else in any of the app, else in a new one', async () => {
    const [first, second] = [{ url: SCOPE }, { url: `${SCOPE}profile`, focused: true }];
    const beside = { url: 'https://usher.example/a/', focused: true };
    await open(around([beside, first, second]), { path: '/requests' });
    await open(around([beside, first]), { path: '/requests' });
    await open(around([beside]), { path: '/requests' });
    const order = { kind: 'show-page', path: '/requests' };
    expect(told).toEqual([
      [second.url, order],
      [second.url, 'focus'],
      [first.url, order],
      [first.url, 'focus'],
    ]);
    expect(opened).toEqual([`${SCOPE}requests`]);
  });

  it.each([null, undefined, {}, { path: '//evil.example' }, { path: '/api/me' }])(
    'security 22: a message that remembers %j leads to the start',
    async (data) => {
      await open(around(), data);
      expect(opened).toEqual([SCOPE]);
    },
  );

  it('a subscription that was given up is made anew with its key, and pages of the app are told', async () => {
    const key = Uint8Array.of(4).buffer;
    const options = { userVisibleOnly: true, applicationServerKey: key };
    await resubscribe(around([{ url: SCOPE }, { url: 'https://usher.example/other' }]), { options });
    await resubscribe(around([{ url: SCOPE }]), null);
    expect(keys).toEqual([key]);
    expect(told).toEqual([
      [SCOPE, { kind: 'subscription-changed' }],
      [SCOPE, { kind: 'subscription-changed' }],
    ]);
  });
});
