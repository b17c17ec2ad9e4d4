import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApp, type App } from '../../harness/start-app.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';

const servers = ({ body }: { readonly body: unknown }) => (body as { servers: unknown }).servers;

describe('the description of the interface is served', () => {
  let app: App;

  beforeAll(async () => {
    app = await startApp();
  });

  afterAll(() => app.close());

  it('GET /api/openapi.json answers it to anybody, as it lies beside the program', async () => {
    const answer = await app.http.get('/api/openapi.json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(answer.body).toMatchObject({
      openapi: '3.1.1',
      info: { title: 'Usher' },
      servers: [{ url: E2E_BASE_PATH || '/' }],
    });
  });

  it('a client that has it already gets 304, and not the document again', async () => {
    const first = await app.http.get('/api/openapi.json');
    const etag = first.headers.get('etag') ?? '';
    // Without a word about caching of its own, fetch asks for a fresh answer whenever it has a condition.
    const has = (one: string) =>
      app.http.get('/api/openapi.json', { 'if-none-match': one, 'cache-control': 'max-age=0' });
    const again = await has(etag);
    expect([etag.length, again.status, again.text]).toEqual([29, 304, '']);
    expect((await has('"another"')).status).toBe(200);
  });

  it('GET /api/docs is a page that runs our own modules, calls this server, and may do nothing else', async () => {
    const { status, headers, text } = await app.http.get('/api/docs');
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "connect-src 'self'",
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    expect(text).not.toMatch(/<script(?![^>]*src=)|<style|style=| on\w+=/);
  });

  it('what the page names is there, and is what it says', async () => {
    const { text } = await app.http.get('/api/docs');
    const named = [...text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => `/api/${path}`);
    const types = await Promise.all(
      named.map(async (path) => [path, (await app.http.get(path)).headers.get('content-type')]),
    );
    expect(types).toEqual([
      ['/api/docs/explorer.css', 'text/css; charset=utf-8'],
      ['/api/docs/explorer.js', 'text/javascript; charset=utf-8'],
    ]);
  });

  it.each(['unknown.js', 'explorer.html', '..%2fserved-description.ts', '%2e%2e%2f%2e%2e%2fmain.js', 'session.js%00'])(
    'no other file can be had by way of its modules: %s',
    async (name) => {
      const { status, body } = await app.http.get(`/api/docs/${name}`);
      expect([status, body]).toEqual([404, { error: 'not found' }]);
    },
  );
});

describe('doc3 §10: BASE_PATH=/usher', () => {
  it('the description says where the server is', async () => {
    const app = await startApp({ env: { BASE_PATH: '/usher' } });
    const answer = await app.http.get('/api/openapi.json');
    await app.close();
    expect(servers(answer)).toEqual([{ url: '/usher' }]);
  });
});
