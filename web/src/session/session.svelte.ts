import { BASE_PATH } from '../app/base-path.js';
import { failureOf, noAnswer, type ApiFailure } from '../domain/failure.js';
import { refreshVerdict, refreshDelay } from './refresh-rules.js';
import { RenewalLease, type LeaseMessage } from './renewal-lease.js';

/** The account that is signed in, as the app uses it. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly role: 'admin' | 'user';
  readonly child: boolean;
}

interface SessionAnswer {
  readonly access_token: string;
  readonly user: Account;
}

/** What one tab tells the others. */
type Message = { readonly kind: 'renewed'; readonly answer: SessionAnswer } | { readonly kind: 'ended' } | LeaseMessage;

const ROUTE = `${BASE_PATH}/api/web/session`;
const JSON_BODY = { 'Content-Type': 'application/json' };
const LOCK = `usher-session${BASE_PATH}`;

/** The access token lives here and nowhere else: not in storage, not in the page, not in an address. */
let accessToken: string | undefined;

let renewal: Promise<boolean> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let renewedAt = 0;
let attempts = 0;

const tabs = new BroadcastChannel(LOCK);

/** What takes the place of Web Locks, which browsers have with HTTPS alone. */
const lease = new RenewalLease(crypto.getRandomValues(new Uint32Array(4)).join('-'), (message) =>
  tabs.postMessage(message satisfies Message),
);

/** Who is signed in here. */
class SessionState {
  /** Starting until the server has said whether there is a session. */
  status: 'starting' | 'signed-in' | 'signed-out' = $state('starting');
  account: Account | undefined = $state();
  /** The server doesn't answer, or can't judge the session: nobody is signed out for that. */
  isUnreachable = $state(false);
  /** It ended by itself, which the sign-in page says. */
  hasEnded = $state(false);
}

/** The session of this browser. */
export const session = new SessionState();

const ends: (() => void)[] = [];

/** Calls this when the session ends, in any tab: nothing of an account stays behind. */
export function onSessionEnd(forget: () => void): void {
  ends.push(forget);
}

/** Looks for a session that this browser has from before. Called once, at the start. */
export function startSession(): void {
  tabs.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'renewed') begin(data.answer);
    else if (data.kind === 'ended') end();
    else lease.hear(data);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.status === 'signed-in' && refreshDelay(age()) === 0)
      void renew();
  });
  window.addEventListener('online', () => {
    if (session.isUnreachable) void renew();
  });
  void renew();
}

/**
 * Begins a session with the refresh token that a sign-in has answered. The token is worth nothing afterwards.
 *
 * @throws ApiFailure where the exchange failed; it is never tried twice with one token
 */
export async function exchange(refreshToken: string): Promise<void> {
  const answered = await call('POST', ROUTE, { refresh_token: refreshToken });
  const body: unknown = await answered.json().catch(() => undefined);
  if (!answered.ok) throw failureOf(answered.status, answered.headers, body);
  publish(body as SessionAnswer);
}

/** Ends the session on the server and in every tab. */
export async function signOut(): Promise<void> {
  end();
  session.hasEnded = false;
  tabs.postMessage({ kind: 'ended' } satisfies Message);
  await call('DELETE', ROUTE, {}).catch(() => undefined);
}

/**
 * Makes a call as the account that is signed in. A 401 renews the session once, where the call was made with the current token.
 * It is never made anew as another account that has signed in meanwhile.
 *
 * @throws ApiFailure of kind `offline` where there was no answer
 */
export async function authorizedFetch(request: Request): Promise<Response> {
  const used = accessToken;
  const by = session.account?.id;
  const answered = await send(request.clone(), used);
  if (answered.status !== 401 || session.status === 'signed-out') return answered;
  if (used === accessToken && !(await renew())) return answered;
  return session.account?.id === by ? send(request, accessToken) : answered;
}

/**
 * Begins the handshake of a socket as the account that is signed in, with a token that is still good. Undefined where there is
 * none for now.
 *
 * @param route of this server, below its base path
 */
export async function sessionSocket(route: string): Promise<WebSocket | undefined> {
  if (refreshDelay(age()) === 0) await renew();
  if (session.status !== 'signed-in' || accessToken === undefined || refreshDelay(age()) === 0) return undefined;
  const { protocol, host } = window.location;
  const origin = `${protocol === 'https:' ? 'wss' : 'ws'}://${host}`;
  return new WebSocket(`${origin}${BASE_PATH}${route}`, ['Bearer', accessToken]);
}

/**
 * Asks the server whether the session still holds, after a socket was refused or closed.
 *
 * @param isSaid the server has said that the account has changed: its role is learned anew, too
 */
export async function judgeSessionAnew(isSaid: boolean): Promise<void> {
  if (session.status !== 'signed-in') return;
  if (isSaid) await renew();
  else await authorizedFetch(new Request(`${BASE_PATH}/api/auth/me`)).catch(() => undefined);
}

function send(request: Request, token: string | undefined): Promise<Response> {
  if (token !== undefined) request.headers.set('Authorization', `Bearer ${token}`);
  return fetch(request).catch((): never => {
    throw noAnswer();
  });
}

function call(method: string, route: string, body: object): Promise<Response> {
  const init = { method, headers: JSON_BODY, body: JSON.stringify(body), keepalive: true };
  return fetch(route, init).catch((): never => {
    throw noAnswer();
  });
}

/** One renewal at a time, in this tab and in all others. */
function renew(): Promise<boolean> {
  const old = accessToken;
  /** Another tab may have renewed it while this one waited, and handed over what it got. */
  const work = (): Promise<boolean> =>
    session.status === 'signed-in' && accessToken !== old ? Promise.resolve(true) : renewNow();
  renewal ??= (navigator.locks === undefined ? lease.request(work) : navigator.locks.request(LOCK, work)).finally(
    () => (renewal = undefined),
  );
  return renewal;
}

async function renewNow(): Promise<boolean> {
  clearTimeout(timer);
  const answered = await call('POST', `${ROUTE}/refresh`, {}).catch((failure: ApiFailure) => failure);
  const verdict = refreshVerdict(answered.status);
  if (verdict === 'renewed' && answered instanceof Response) {
    publish((await answered.json()) as SessionAnswer);
    return true;
  }
  if (verdict === 'ended') {
    const had = session.status === 'signed-in';
    end();
    session.hasEnded = had;
    return false;
  }
  session.isUnreachable = true;
  attempts += 1;
  timer = setTimeout(() => void renew(), Math.min(30_000, 1000 * 2 ** Math.min(attempts, 5)));
  return false;
}

function publish(answer: SessionAnswer): void {
  begin(answer);
  tabs.postMessage({ kind: 'renewed', answer } satisfies Message);
}

function begin({ access_token: token, user }: SessionAnswer): void {
  if (session.account !== undefined && session.account.id !== user.id) for (const forget of ends) forget();
  accessToken = token;
  renewedAt = Date.now();
  attempts = 0;
  session.account = user;
  session.status = 'signed-in';
  session.isUnreachable = false;
  session.hasEnded = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (document.visibilityState === 'visible') void renew();
  }, refreshDelay(0));
}

function end(): void {
  clearTimeout(timer);
  accessToken = undefined;
  session.account = undefined;
  session.status = 'signed-out';
  session.isUnreachable = false;
  for (const forget of ends) forget();
}

const age = (): number => Date.now() - renewedAt;
