import type { Query, QueryClient } from '@tanstack/svelte-query';
import { keys } from '../api/keys.js';
import { mayPass } from '../domain/failure.js';
import { judgeSessionAnew, onSessionEnd, sessionSocket } from '../session/session.svelte.js';
import { LiveConnection } from './connection.js';
import { namedBy, type Named } from './frames.js';
import { Gathering } from './gathering.js';
import { isLive, isTouched, type RequestPlace } from './touched.js';

const ROUTE = '/api/ws';

/** So long may it be down before pages say so and read again by the clock, in milliseconds. */
const PATIENCE_MS = 30_000;

/** How often pages read again while it is down; also what can't be told right now, since no frame says when it can. */
const READ_AGAIN_MS = 30_000;

/** Frames that come in quick succession are one reason to read; readings lie a second apart. */
const TOGETHER = { gatherMs: 250, restMs: 1_000 };

/** The timers of a page stop while its device sleeps. A socket that was open before may be dead without knowing it. */
const BEAT_MS = 20_000;
const ASLEEP_MS = 90_000;

/** The session has ended or is another now, as the server says when it closes. Source: src/modules/realtime/sessions/live-session.ts */
const JUDGE_ANEW: ReadonlySet<number> = new Set([1008, 1012]);

class LiveState {
  /** Nothing has been heard for a while: what is shown may be out of date. */
  isPaused = $state(false);
}

/** Whether pages hear at once of what changes. */
export const live = new LiveState();

/**
 * How often a query has to read again by the clock, as its `refetchInterval`: not at all while the page hears of changes. What
 * can't be told right now is read again nevertheless, since nothing is heard when it can be told again.
 */
export function readAgainWhile<T = unknown>(isUnknown: (data: T) => boolean = () => false) {
  const { isPaused } = live;
  return ({ state: { data, error } }: { readonly state: { readonly data: T | undefined; readonly error: unknown } }) =>
    isPaused || mayPass(error) || (data !== undefined && isUnknown(data)) ? READ_AGAIN_MS : (false as const);
}

let client: QueryClient | undefined;
let patience: ReturnType<typeof setTimeout> | undefined;
let beat: ReturnType<typeof setInterval> | undefined;
let lastBeat = 0;

const gathering = new Gathering<Named>(
  (named) => readAgain((query) => named.some((one) => isTouched(one, kept(query), placeOf))),
  TOGETHER,
);

const connection = new LiveConnection({
  connect: () => sessionSocket(ROUTE),
  received: (message) => {
    const named = namedBy(message);
    if (named) gathering.add(named);
  },
  opened: () => {
    clearTimeout(patience);
    patience = undefined;
    live.isPaused = false;
    // Nobody has heard of what changed before.
    readAgain((query) => isLive(kept(query)));
  },
  lost: (code) => {
    wait();
    // A handshake that was refused says nothing to a page: the session is looked at by a call.
    if (code === undefined || JUDGE_ANEW.has(code)) void judgeSessionAnew(code !== undefined);
  },
  random: Math.random,
});

/** Hears of changes from now on, for the account that is signed in, and has pages read again what a change names. */
export function startLive(of: QueryClient): void {
  client = of;
  wait();
  connection.start();
  lastBeat = Date.now();
  beat = setInterval(wake, BEAT_MS);
  document.addEventListener('visibilitychange', shown);
  window.addEventListener('online', replace);
}

/** Closes the socket: nothing of this account is heard any more. */
export function stopLive(): void {
  connection.stop();
  gathering.clear();
  clearTimeout(patience);
  clearInterval(beat);
  patience = undefined;
  live.isPaused = false;
  document.removeEventListener('visibilitychange', shown);
  window.removeEventListener('online', replace);
}

onSessionEnd(stopLive);

function wait(): void {
  patience ??= setTimeout(() => {
    live.isPaused = true;
    readAgain((query) => isLive(kept(query)));
  }, PATIENCE_MS);
}

/** The device has another network: a socket of the old one is of no use. */
const replace = (): void => connection.replace();

function shown(): void {
  if (document.visibilityState !== 'visible') return;
  wake();
  connection.hurry();
}

function wake(): void {
  const wasAsleep = Date.now() - lastBeat > ASLEEP_MS;
  lastBeat = Date.now();
  if (wasAsleep) connection.replace();
}

function readAgain(predicate: (query: Query) => boolean): void {
  void client?.invalidateQueries({ predicate });
}

const kept = ({ queryKey, state: { data } }: Query) => ({ queryKey, data });

const placeOf = (id: number) => client?.getQueryData<RequestPlace | null>(keys.request(id)) ?? undefined;
