import { pageOf, type Pushed } from './pushed.js';

/** What of a worker's surroundings is used for messages; the types of this project are those of pages. */
export interface PushSurroundings {
  readonly registration: Pick<
    ServiceWorkerRegistration,
    'scope' | 'getNotifications' | 'showNotification' | 'pushManager'
  >;
  readonly clients: {
    matchAll(which: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenPage[]>;
    openWindow(address: string): Promise<unknown>;
  };
}

/** A window or tab with the app. */
interface OpenPage {
  readonly url: string;
  readonly focused: boolean;
  postMessage(message: PageOrder): void;
  focus(): Promise<unknown>;
}

/** What the worker tells a page: to show another one, or that the browser has another subscription by now. */
export type PageOrder =
  | { readonly kind: 'show-page'; readonly path: string }
  | { readonly kind: 'subscription-changed' };

/** What a shown message remembers. */
interface Remembered {
  readonly id?: unknown;
  readonly path?: unknown;
}

/** Shows a message. One that has come once more takes the place of itself without a sound. */
export async function show({ registration }: PushSurroundings, { title, body, tag, id, path }: Pushed): Promise<void> {
  const before = await registration.getNotifications({ tag });
  const isAgain = before.some(({ data }) => (data as Remembered | null)?.id === id);
  const options = {
    body,
    tag,
    icon: `${registration.scope}icon-192.png`,
    renotify: before.length > 0 && !isAgain,
    data: { id, path } satisfies Remembered,
  };
  await registration.showNotification(title, options);
}

/** Shows the page that a message leads to: in a window that is open, else in a new one. */
export async function open({ registration, clients }: PushSurroundings, data: unknown): Promise<void> {
  const { scope } = registration;
  const path = pageOf((data as Remembered | null)?.path);
  const pages = (await clients.matchAll({ type: 'window', includeUncontrolled: true })).filter(({ url }) =>
    url.startsWith(scope),
  );
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  if (!page) return void (await clients.openWindow(scope + path.slice(1)));
  page.postMessage({ kind: 'show-page', path });
  await page.focus();
}

/** The browser has given up its subscription: it subscribes anew with the same key, and pages tell the server. */
export async function resubscribe(
  { registration, clients }: PushSurroundings,
  old: Pick<PushSubscription, 'options'> | null,
): Promise<void> {
  const applicationServerKey = old?.options.applicationServerKey;
  if (applicationServerKey) await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
  for (const page of await clients.matchAll({ type: 'window', includeUncontrolled: true }))
    if (page.url.startsWith(registration.scope)) page.postMessage({ kind: 'subscription-changed' });
}
