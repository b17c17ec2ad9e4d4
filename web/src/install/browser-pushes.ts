import { api, bodyOf } from '../api/client.js';
import { BASE_PATH } from '../app/base-path.js';
import { bytesOf } from '../domain/base64url.js';
import { browserPushes, isSubscribedWith, type BrowserPushes } from '../domain/browser-pushes.js';
import { ApiFailure } from '../domain/failure.js';
import { choosePushes, hasChosenPushes, subscriptionHere } from './kept-pushes.js';

/** A worker that takes longer to start than this doesn't, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The browser, or its push service, didn't subscribe. */
export class NotSubscribed extends Error {
  override readonly name = 'NotSubscribed';
}

/** Can this browser be sent push messages, and is it, for this account? Nothing is asked of anybody. */
export async function pushesHere(accountId: number): Promise<BrowserPushes> {
  const isAble = navigator.serviceWorker !== undefined && 'PushManager' in window && 'Notification' in window;
  return browserPushes({
    isSecure: window.isSecureContext,
    isAble,
    isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    userAgent: navigator.userAgent,
    touchPoints: navigator.maxTouchPoints,
    permission: isAble ? Notification.permission : 'default',
    isSubscribed: isAble && (await subscriptionHere()) !== null,
    isChosen: hasChosenPushes(accountId),
  });
}

/** Asks the reader, which browsers do within a click alone. */
export const askReader = (): Promise<NotificationPermission> => Notification.requestPermission();

/**
 * Turns push messages on in this browser.
 *
 * @param asked what its reader says
 * @throws ApiFailure when the server doesn't take it; NotSubscribed when the browser doesn't do it
 */
export async function turnPushesOn(accountId: number, asked: ReturnType<typeof askReader>): Promise<BrowserPushes> {
  if ((await asked) === 'granted') {
    await registerHere(accountId);
    choosePushes(accountId, true);
  }
  return pushesHere(accountId);
}

/** Turns them off. The browser gives its subscription up whatever the server says. @throws ApiFailure */
export async function turnPushesOff(accountId: number): Promise<BrowserPushes> {
  choosePushes(accountId, false);
  await (await subscriptionHere())?.unsubscribe();
  const path = { deviceID: await ownDevice() };
  await bodyOf(api.DELETE('/api/devices/push-token/{deviceID}', { params: { path } })).catch((failure: unknown) => {
    if (!(failure instanceof ApiFailure) || failure.status !== 404) throw failure;
  });
  return pushesHere(accountId);
}

/**
 * Subscribes, or takes the subscription that there is, and tells the server. Its reader has allowed it.
 *
 * @throws as {@link turnPushesOn}
 */
export async function registerHere(accountId: number): Promise<void> {
  const { public_key: key } = await bodyOf(api.GET('/api/notifications/web-push'));
  const subscription = await subscribed(bytesOf(key));
  try {
    const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
    const body = {
      device_id: await ownDevice(),
      platform: 'web',
      subscription: { endpoint, keys: { p256dh, auth } },
    };
    await bodyOf(api.POST('/api/devices/push-token', { body }));
  } catch (failure) {
    // What the server doesn't know would be of no use.
    if (!hasChosenPushes(accountId)) await subscription.unsubscribe();
    throw failure;
  }
}

/** A subscription is bound to the key that it was made with: one of another key is given up. */
async function subscribed(key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  try {
    const { pushManager } = await worker();
    const known = await pushManager.getSubscription();
    if (known && isSubscribedWith(key, known.options.applicationServerKey)) return known;
    await known?.unsubscribe();
    return await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  } catch (cause) {
    throw new NotSubscribed('the browser did not subscribe', { cause });
  }
}

/** The worker starts some time after the app. */
async function worker(): Promise<ServiceWorkerRegistration> {
  const known = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`);
  if (known?.active) return known;
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('no worker')), PATIENCE_MS));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/** The device that this session is. */
async function ownDevice(): Promise<string> {
  const devices = await bodyOf(api.GET('/api/me/devices'));
  return devices.find(({ current }) => current)?.id ?? '';
}
