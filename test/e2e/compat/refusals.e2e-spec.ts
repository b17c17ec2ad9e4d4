import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyClient } from '../../harness/key-client.js';
import { handshake } from '../../harness/live-socket.js';
import { rawBytes, rawRequest } from '../../harness/raw-exchange.js';
import { startApp, type App } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';

const MESSAGE = { message: expect.stringMatching(/\S/) };
const NOT_FOUND = [404, { message: 'not found' }];

describe('doc2 §7: every error of the compatibility interface is {message} and nothing else', () => {
  let app: App;
  let tool: KeyClient;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    tool = await KeyClient.issuedBy(app, await app.setUpAdmin());
  });

  afterAll(() => app.close());

  /** Status and body as they came, whatever fetch would make of the path. */
  async function raw(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: string) {
    const answer = await rawRequest(app.url, { method, path, headers: { 'x-api-key': tool.key, ...headers }, body });
    return [answer.status, JSON.parse(answer.text) as unknown];
  }

  it.each([
    '/api/v1/none',
    '/api/v1/discover/movies?page=1',
    '/api/v1/search?query=x',
    '/api/v1/auth/me',
    '/api/v1/settings/main',
    '/api/v1/request/1/retry',
    '/api/v1/status/',
    '/api/v1/status/appdata',
    '/api/v1/Status',
    '/api/v1/status;x',
    '/api/v1/st%61tus',
    '/api/v1//status',
    '/api/v1/./status',
    '/api/v1/../v1/status',
    '/api/v1/%2e%2e/auth/status',
    '/api/v1/..%2fauth/status',
    '/api/v1/%C3%A9',
    '/api/v1/',
    '/api/v1',
    '/api/v1?x',
  ])('doc2 §4, security 18: GET %s is 404', async (path) => {
    expect(await raw('GET', path)).toEqual(NOT_FOUND);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'PURGE'])(
    'doc2 §4, security 18: %s of what isn’t served so, and of what isn’t served at all, is 404',
    async (method) => {
      expect(await raw(method, '/api/v1/status')).toEqual(NOT_FOUND);
      expect(await raw(method, '/api/v1/none')).toEqual(NOT_FOUND);
      expect(await raw(method, '/api/v1/auth/local', { 'content-type': 'application/json' }, '{}')).toEqual(NOT_FOUND);
    },
  );

  it('HEAD is allowed where GET is, and learns no more', async () => {
    for (const path of ['/api/v1/status', '/api/v1/none']) {
      const [get, head] = [await tool.get(path), await tool.request('HEAD', path)];
      expect([head.status, head.text]).toEqual([get.status, '']);
    }
  });

  it('without the key nobody learns what is served: each is 403', async () => {
    for (const path of ['/api/v1/status', '/api/v1/none', '/api/v1/request/1'])
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS'])
        expect(await raw(method, path, { 'x-api-key': 'wrong' })).toEqual([403, MESSAGE]);
  });

  it('a path that can’t be decoded is 400', async () => {
    expect(await raw('GET', '/api/v1/%E0%A4%A')).toEqual([400, { message: 'bad request' }]);
  });

  const JSON_TYPE = { 'content-type': 'application/json' };

  it('doc2 §4: what isn’t served is 404 whatever body comes with it; one past the cap is refused before routing', async () => {
    for (const path of ['/api/v1/none', '/api/v1/request', '/api/v1/auth/local']) {
      for (const body of ['{"x":', 'null', '[]', '{}'])
        expect(await raw('POST', path, JSON_TYPE, body)).toEqual(NOT_FOUND);
      expect(await raw('POST', path, { 'content-type': 'text/plain' }, 'x')).toEqual(NOT_FOUND);
      expect(await raw('PUT', path, {}, 'x')).toEqual(NOT_FOUND);
    }
    const large = { ...JSON_TYPE, 'content-length': `${2 ** 20 + 1}` };
    expect(await raw('POST', '/api/v1/none', large)).toEqual([413, { message: 'request body too large' }]);
  });

  it('a body that no route takes is refused by its reason where there is one', async () => {
    const path = '/api/v1/request/1/approve';
    expect(await raw('POST', path, JSON_TYPE, '{"x":')).toEqual([400, { message: 'invalid request body' }]);
    expect((await raw('POST', path, { 'content-type': 'text/plain' }, 'x'))[0]).toBe(415);
  });

  it('a connection goes on after a body that nobody has read', async () => {
    const head = (method: string, path: string, more: string): string =>
      `${method} ${targetUnder(app.url, path)} HTTP/1.1\r\nHost: a\r\nX-Api-Key: ${tool.key}\r\n${more}\r\n`;
    const body = 'x'.repeat(8_000);
    const first = head('POST', '/api/v1/none', `Content-Type: text/plain\r\nContent-Length: ${body.length}\r\n`) + body;
    const answers = await rawBytes(app.url, first + head('GET', '/api/v1/status', 'Connection: close\r\n'));
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('a method that is refused before routing is 405, and a request without a host 400', async () => {
    expect(await raw('TRACE', '/api/v1/status')).toEqual([405, { message: 'method not supported' }]);
    const bytes = (line: string): Promise<string> => rawBytes(app.url, `${line}\r\nConnection: close\r\n\r\n`);
    expect(await bytes('GET /api/v1/status HTTP/1.1')).toMatch(/ 400 [\s\S]*\{"message":"malformed request"\}$/);
    expect(await bytes('TRACK /api/v1/status HTTP/1.1\r\nHost: a')).toMatch(
      / 405 [\s\S]*\{"message":"method not supported"\}$/,
    );
  });

  it('security 11: a WebSocket is nowhere under it, and its refusal is {message} too', async () => {
    const { url, secrets } = app;
    for (const path of ['/api/v1/status', '/api/v1/none']) {
      const { status, body } = await handshake({
        url,
        secrets,
        path,
        token: tool.key,
        headers: { 'x-api-key': tool.key },
      });
      expect([status, body]).toEqual(NOT_FOUND);
    }
    expect((await handshake({ url, secrets, path: '/api/none', token: undefined })).body).toEqual({
      error: 'not found',
    });
  });

  it('beside it nothing has changed: other interfaces answer {error}', async () => {
    for (const path of ['/api/v10/status', '/api/v2/status', '/API/v1/status', '//api/v1/status', '/api%2fv1/status'])
      expect(await raw('GET', path)).toEqual([404, { error: 'not found' }]);
  });
});
