import { BASE_PATH } from '../app/base-path.js';
import { go } from '../app/navigation.svelte.js';
import { onSessionEnd, session } from '../session/session.svelte.js';
import type { PageOrder } from '../worker/shown-push.js';
import { renewPushes } from './kept-pushes.js';
import { isCurrentPage } from './old-page.js';

const ROOT = `${BASE_PATH}/`;
const SCRIPT = `${ROOT}sw.js`;

/** So often is a new version looked for at most, in milliseconds. */
const LOOK_EVERY_MS = 10 * 60_000;

/** Trusted Types, which the types of pages don't know yet. Source: W3C Trusted Types */
interface PolicyMaker {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(address: string): string };
}

/** What is known of a new version of the app. */
class Update {
  /** It is there, and waits for the reader. */
  isReady = $state(false);
  isTaken = $state(false);
}

/** The new version of the app, if there is one. */
export const update = new Update();

let waiting: ServiceWorker | undefined;

/**
 * Starts the worker, with which the app opens without a network and can be installed. There is none on plain HTTP, where everything
 * else works without it. Source: design §6
 */
export async function startWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker === undefined) return;
  const registration = await serviceWorker.register(address(), { scope: ROOT, updateViaCache: 'none' });
  registration.addEventListener('updatefound', () => {
    const next = registration.installing;
    next?.addEventListener('statechange', () => void learnOf(registration));
  });
  void learnOf(registration);
  let lookedAt = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = Date.now();
    // Without a network nothing is found; there is a next time.
    registration.update().catch(() => undefined);
  });
}

/** Does what the worker wants of this page: a message that was clicked is shown by it. Called at the start, before anybody can click. */
export function obeyWorker(): void {
  navigator.serviceWorker?.addEventListener('message', ({ data: order }: MessageEvent<PageOrder>) => {
    if (order.kind === 'show-page') go(order.path);
    else if (session.account) void renewPushes(session.account.id);
  });
}

/** The reader wants the new version: the page is loaded anew once it has taken over. */
export function takeUpdate(): void {
  update.isTaken = true;
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), { once: true });
  waiting?.postMessage('take-over');
}

/** No other address than this one is ever registered, whatever is asked for. */
function address(): string {
  const { trustedTypes } = window as { readonly trustedTypes?: PolicyMaker };
  return trustedTypes?.createPolicy('usher-worker', { createScriptURL: () => SCRIPT }).createScriptURL('') ?? SCRIPT;
}

async function learnOf({ active, waiting: next }: ServiceWorkerRegistration): Promise<void> {
  if (next === null || active === null || next === waiting) return;
  waiting = next;
  // A page that was loaded after the upgrade is of the new version already.
  if (await isCurrentPage()) next.postMessage('take-over');
  else update.isReady = true;
}

// Nothing of an account stays: what the worker keeps goes, and the files that everybody gets are kept anew.
onSessionEnd(() => navigator.serviceWorker?.controller?.postMessage('forget'));
