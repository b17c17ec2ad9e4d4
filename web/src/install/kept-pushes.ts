import { BASE_PATH } from '../app/base-path.js';
import { keep, kept, nameOf } from '../session/kept-choice.js';
import { onSessionEnd } from '../session/session.svelte.js';

/** So long after the start, in milliseconds: nobody waits for it. */
const LATER_MS = 5_000;

const mark = (accountId: number): string => nameOf(accountId, 'pushes');

/** Has this account turned push messages on in this browser? */
export const hasChosenPushes = (accountId: number): boolean => kept(mark(accountId)) === 'on';

/** Remembers it until the session ends. */
export const choosePushes = (accountId: number, isOn: boolean): void => keep(mark(accountId), isOn ? 'on' : undefined);

/** What this browser has subscribed with; null for nothing. */
export async function subscriptionHere(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration(`${BASE_PATH}/`);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/**
 * Sees to it that the server knows the subscription of this browser, where the account has chosen it: the browser may have another one by
 * now, and the server another key. Answers what stops it.
 */
export function keepPushes(accountId: number): () => void {
  if (!hasChosenPushes(accountId)) return () => undefined;
  const timer = setTimeout(() => void renewPushes(accountId), LATER_MS);
  return () => clearTimeout(timer);
}

/** The same at once. What fails is tried with the next start. */
export async function renewPushes(accountId: number): Promise<void> {
  if (!hasChosenPushes(accountId) || Notification.permission !== 'granted') return;
  const { registerHere } = await import('./browser-pushes.js');
  await registerHere(accountId).catch(() => undefined);
}

// Nobody is sent anything here once nobody is signed in; the server has forgotten the device by then.
onSessionEnd(() => {
  subscriptionHere()
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined);
});
