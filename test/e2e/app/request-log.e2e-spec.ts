import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { ADMIN_PASSWORD, type App } from '../../harness/start-app.js';
import { rawBytes, rawRequest, type RawRequest } from '../../harness/raw-exchange.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { FILM, startHousehold, type Household } from './household.js';

/** A line of the log, as far as requests have one. */
interface RequestLine {
  readonly message: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  readonly request: string;
  readonly aborted?: true;
}

const PLANTED = 'planted-where-no-log-may-look';
const JSON_TYPE = { 'content-type': 'application/json' };

const EXCHANGES: readonly (readonly [title: string, RawRequest | string, expected: Partial<RequestLine>])[] = [
  [
    'a query is left out',
    { method: 'GET', path: `/api/health?token=${PLANTED}` },
    { method: 'GET', route: '/api/health', status: 200 },
  ],
  ['a HEAD request', { method: 'HEAD', path: '/api/health' }, { method: 'HEAD', route: '/api/health', status: 200 }],
  [
    'a path is named by its pattern, and a refused credential left out',
    { method: 'GET', path: `/api/requests/${FILM.id}/status`, headers: { authorization: `Bearer ${PLANTED}` } },
    { method: 'GET', route: '/api/requests/:tmdb_id/status', status: 401 },
  ],
  [
    'a wrong password is left out',
    {
      method: 'POST',
      path: '/api/auth/login',
      headers: JSON_TYPE,
      body: JSON.stringify({ username: 'admin', password: PLANTED }),
    },
    { method: 'POST', route: '/api/auth/login', status: 401 },
  ],
  [
    'a malformed body is left out',
    { method: 'POST', path: '/api/auth/login', headers: JSON_TYPE, body: `{"password":"${PLANTED}"` },
    { method: 'POST', route: '/api/auth/login', status: 400 },
  ],
  [
    'an oversized body',
    { method: 'POST', path: '/api/auth/refresh', headers: { ...JSON_TYPE, 'content-length': '9999999' } },
    { method: 'POST', route: '/api/auth/refresh', status: 413 },
  ],
  [
    'a path that nothing serves is left out',
    { method: 'GET', path: `/api/${PLANTED}` },
    { method: 'GET', route: '/*path', status: 404 },
  ],
  [
    'a path that nothing serves with this method is left out',
    { method: 'POST', path: `/api/${PLANTED}` },
    { method: 'POST', route: 'unmatched', status: 404 },
  ],
  [
    'a path that can’t be decoded',
    { method: 'GET', path: '/api/media/movie/%E0%A4%A' },
    { method: 'GET', route: 'unmatched', status: 400 },
  ],
  ['TRACE', { method: 'TRACE', path: `/${PLANTED}` }, { method: 'TRACE', route: 'unmatched', status: 405 }],
  ['TRACK', `TRACK /${PLANTED} HTTP/1.1\r\nHost: a\r\n\r\n`, { method: 'TRACK', route: 'unmatched', status: 405 }],
  [
    'CONNECT',
    `CONNECT ${PLANTED}:443 HTTP/1.1\r\nHost: a\r\n\r\n`,
    { method: 'CONNECT', route: 'unmatched', status: 405 },
  ],
  ['bytes that are no HTTP', `${PLANTED}\r\n\r\n`, { method: 'unknown', route: 'unmatched', status: 400 }],
  [
    'two answers to where the body ends',
    `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    { method: 'unknown', route: 'unmatched', status: 400 },
  ],
  [
    'headers without end',
    `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${PLANTED.repeat(1000)}\r\n\r\n`,
    { method: 'unknown', route: 'unmatched', status: 431 },
  ],
  ['a request that names no host', 'GET / HTTP/1.1\r\n\r\n', { method: 'GET', route: 'unmatched', status: 400 }],
  [
    'an expectation that nobody knows',
    'GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: tea\r\n\r\n',
    { method: 'GET', route: '/api/health', status: 200 },
  ],
  [
    'HTTP/1.0 without a host',
    'GET /api/auth/status HTTP/1.0\r\n\r\n',
    { method: 'GET', route: '/api/auth/status', status: 200 },
  ],
];

describe('doc3 §0: every request has an id and one line in the log', () => {
  let household: Household;
  let lines: readonly RequestLine[];
  const ids = new Map<string, string | undefined>();

  beforeAll(async () => {
    household = await startHousehold();
    const { app, ana } = household;
    app.secrets.plant('planted word', PLANTED);
    for (const [title, exchange] of EXCHANGES) ids.set(title, await idOf(app, exchange));
    ids.set('a missing permission', await answeredId(ana.get('/api/instances')));
    ids.set('a used up budget', await useUpTheBudget(app));
    await abandon(app);
    // Closing waits for the connections to end and searches the log for the planted word and every credential.
    await app.close();
    lines = app.logLines.map((line) => JSON.parse(line) as RequestLine).filter(({ message }) => message === 'request');
  });

  const linesOf = (title: string): readonly RequestLine[] => lines.filter(({ request }) => request === ids.get(title));

  it.each(EXCHANGES)('%s', (title, _, expected) => {
    expect(ids.get(title)).toMatch(/^[0-9a-f-]{36}$/);
    expect(linesOf(title)).toEqual([expect.objectContaining(expected)]);
    const [line] = linesOf(title);
    expect(Object.keys(line ?? {}).sort()).toEqual(
      ['level', 'message', 'method', 'ms', 'request', 'route', 'status', 'time'].sort(),
    );
  });

  it('a missing permission', () => {
    expect(linesOf('a missing permission')).toMatchObject([{ method: 'GET', route: '/api/instances', status: 403 }]);
  });

  it('a used up budget', () => {
    expect(linesOf('a used up budget')).toMatchObject([{ method: 'POST', route: '/api/auth/login', status: 429 }]);
  });

  it('a client that goes away in the middle of its body', () => {
    const aborted = lines.filter((line) => line.aborted);
    expect(aborted).toMatchObject([{ method: 'POST', route: '/api/requests' }]);
  });

  it('no two lines are of one request', () => {
    expect(new Set(lines.map(({ request }) => request)).size).toBe(lines.length);
  });

  async function idOf(app: App, exchange: RawRequest | string): Promise<string | undefined> {
    if (typeof exchange !== 'string') return (await rawRequest(app.url, exchange)).headers['x-request-id'];
    return /^x-request-id: (\S+)/im.exec(await rawBytes(app.url, exchange))?.[1];
  }

  async function answeredId(answer: Promise<{ headers: Headers }>): Promise<string | undefined> {
    return (await answer).headers.get('x-request-id') ?? undefined;
  }

  async function useUpTheBudget(app: App): Promise<string | undefined> {
    const body = { username: 'admin', password: `not ${ADMIN_PASSWORD}`.slice(0, 8) };
    for (let n = 0; n < 20; n += 1) {
      const answer = await app.http.post('/api/auth/login', body);
      if (answer.status === 429) return answer.headers.get('x-request-id') ?? undefined;
    }
    return undefined;
  }

  /** Sends half a body and goes away once the server has begun with the request. */
  async function abandon(app: App): Promise<void> {
    const { hostname, port } = new URL(app.url);
    const begun = once(app.server, 'request');
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST ${E2E_BASE_PATH}/api/requests HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${household.ana.token}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"media_type":',
    );
    const [, response] = (await begun) as [unknown, NodeJS.EventEmitter];
    const gone = once(response, 'close');
    socket.destroy();
    await gone;
  }
});
