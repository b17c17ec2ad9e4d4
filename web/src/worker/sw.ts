import { languageOf } from '../domain/language.js';
import { deWorker } from '../texts/de-worker.js';
import { enWorker } from '../texts/en-worker.js';
import { keptPart, type AskedFor } from './kept-part.js';
import { type Pushed, readPushed } from './pushed.js';
import { open, type PushSurroundings, resubscribe, show } from './shown-push.js';

/** Put before the worker by the build (web/vite.config.ts): the files of this version, and a name for it. */
declare const usherFiles: readonly string[];
declare const usherVersion: string;

/** What of a worker's surroundings is used here; the types of this project are those of pages. */
interface Surroundings extends PushSurroundings {
  skipWaiting(): Promise<void>;
  addEventListener(kind: 'install' | 'activate', listen: (event: Lasting) => void): void;
  addEventListener(kind: 'message', listen: (event: Lasting & { readonly data: unknown }) => void): void;
  addEventListener(kind: 'fetch', listen: (event: Asked) => void): void;
  addEventListener(kind: 'push', listen: (event: Lasting & { readonly data: PushData | null }) => void): void;
  addEventListener(kind: 'notificationclick', listen: (event: Clicked) => void): void;
  addEventListener(kind: 'pushsubscriptionchange', listen: (event: Changed) => void): void;
}

interface PushData {
  text(): string;
}

interface Clicked extends Lasting {
  readonly notification: Pick<Notification, 'close' | 'data'>;
}

interface Changed extends Lasting {
  readonly oldSubscription?: PushSubscription | null;
}

interface Lasting {
  waitUntil(work: Promise<unknown>): void;
}

interface Asked {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const worker = globalThis as unknown as Surroundings;

/** The address of the app, and of its page: one for all addresses, so that nobody's visits are kept. */
const HERE = worker.registration.scope;
/** Another server under the same host name has names of its own. */
const OURS = `usher ${HERE} `;
const NAME = OURS + usherVersion;

/** So long is the network waited for before the page is the one that was kept, in milliseconds. */
const PATIENCE_MS = 3_000;

const kept = (): Promise<Cache> => caches.open(NAME);

/** Keeps the page and every file of this version. */
async function keep(): Promise<void> {
  await (await kept()).addAll([HERE, ...usherFiles.map((name) => HERE + name)]);
}

async function forget(isMeant: (name: string) => boolean): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OURS) && isMeant(name)).map((name) => caches.delete(name)));
}

/** The page as the server has it; the one that was kept where that takes too long or fails. */
async function page(request: Request): Promise<Response> {
  const cache = await kept();
  const fresh = fetch(request).then(async (answer) => {
    if (answer.ok && answer.type === 'basic' && !answer.redirected) await cache.put(HERE, answer.clone());
    return answer;
  });
  const noAnswer = fresh.catch(() => undefined);
  const patience = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS));
  const first = await Promise.race([noAnswer, patience]);
  if (first !== undefined && first.status < 500) return first;
  return (await cache.match(HERE)) ?? (await noAnswer) ?? offlinePage();
}

/** A file never changes within its version. */
async function file(request: Request): Promise<Response> {
  const cache = await kept();
  const found = await cache.match(request, { ignoreVary: true });
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request, answer.clone());
  return answer;
}

/** Browsers want something to be shown for each message, also where it can't be read. */
function unreadable(): Pushed {
  const { title, body } = spoken().pushed;
  return { title, body, tag: 'usher', id: '', path: '/' };
}

const spoken = (): typeof enWorker => (languageOf(null, navigator.languages) === 'de' ? deWorker : enWorker);

function offlinePage(): Response {
  const language = languageOf(null, navigator.languages);
  const { heading, text } = spoken();
  const html = `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title><main><h1>${heading}</h1><p>${text}</p></main></html>`;
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': "default-src 'none'" };
  return new Response(html, { status: 503, headers });
}

worker.addEventListener('install', (event) => event.waitUntil(keep()));
worker.addEventListener('activate', (event) => event.waitUntil(forget((name) => name !== NAME)));
worker.addEventListener('message', (event) => {
  if (event.data === 'take-over') event.waitUntil(worker.skipWaiting());
  // Somebody has signed out: whatever is there goes, and what everybody gets comes anew.
  if (event.data === 'forget') event.waitUntil(forget(() => true).then(keep));
});
worker.addEventListener('fetch', (event) => {
  const part = keptPart(event.request satisfies AskedFor, HERE);
  if (part !== undefined) event.respondWith(part === 'page' ? page(event.request) : file(event.request));
});
worker.addEventListener('push', (event) =>
  event.waitUntil(show(worker, readPushed(event.data?.text()) ?? unreadable())),
);
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(worker, event.notification.data));
});
worker.addEventListener('pushsubscriptionchange', (event) =>
  event.waitUntil(resubscribe(worker, event.oldSubscription ?? null)),
);
