import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebAppService } from '../../../src/app/web/web-app.service.js';
import { rawRequest } from '../../harness/raw-exchange.js';
import { type App, startApp } from '../../harness/start-app.js';
import { targetUnder } from '../../harness/under-prefix.js';

const SCRIPT = 'console.log("a script of the app, long enough to be worth compressing");'.repeat(20);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta name="base-path" content="" />
    <title>Usher</title>
    <script type="module" crossorigin src="./assets/start-abc123.js"></script>
  </head>
  <body></body>
</html>`;

const UNPACKED = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes };

/** A folder as the build leaves it, and things beside it that must not be served. */
function builtFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'usher-web-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(join(folder, 'manifest.webmanifest'), '{"name":"Usher","display":"standalone"}');
  writeFileSync(join(folder, 'sw.js'), SCRIPT);
  writeFileSync(join(folder, '.built'), 'a hash');
  writeFileSync(join(folder, 'notes.md'), 'a kind that is not served');
  writeFileSync(join(folder, 'assets', 'start-abc123.js'), SCRIPT);
  writeFileSync(join(folder, 'assets', 'start-abc123.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(folder, 'assets', 'start-abc123.js.gz'), gzipSync(SCRIPT));
  symlinkSync('/etc/hostname', join(folder, 'assets', 'linked.txt'));
  return folder;
}

describe('the web app', () => {
  let app: App;
  let folder: string;

  beforeAll(async () => {
    folder = builtFolder();
    app = await startApp({ env: { SERVER_NAME: `<b>Ana's & Ben's</b>` } });
  });

  beforeEach(() => app.get(WebAppService).load(pathToFileURL(`${folder}/`)));

  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** A file as it goes over the wire. */
  async function file(
    path: string,
    accepted: string,
    sent: Readonly<Record<string, string>> = {},
  ): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
    const target = targetUnder(app.url, path);
    const call = get(new URL(app.url).origin + target, { headers: { ...sent, 'accept-encoding': accepted } });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    const bytes = await buffer(response);
    const headers = new Headers(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
    return { status: response.statusCode ?? 0, bytes, headers };
  }

  describe('doc3 §0: the page', () => {
    it.each(['/', '/?q=x', '/search?q=metropolis', '/movie/603', '/admin/requests/', '/settings/passkeys/new'])(
      'is answered at %s, with its policy, to be asked for anew each time',
      async (path) => {
        const { status, text, headers } = await app.http.get(path);
        expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
          200,
          'text/html; charset=utf-8',
          'no-cache',
        ]);
        expect(text).toContain('<!doctype html>');
        expect(headers.get('content-security-policy')).toMatch(
          /^default-src 'none'; script-src 'self';.*require-trusted-types-for 'script'/,
        );
      },
    );

    it('is 304 for clients that have it already', async () => {
      const etag = (await app.http.get('/')).headers.get('etag') ?? '';
      const again = await app.http.get('/requests', { 'if-none-match': `"other", W/${etag}` });
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag]);
      expect((await app.http.get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    });

    it.each([
      ['a secure address', { 'sec-fetch-mode': 'navigate' }, 'same-origin', '?1'],
      ['plain HTTP, where browsers complain of both', {}, null, null],
    ] as const)('issue 22: is a world of its own at %s', async (_where, sent, opener, agents) => {
      const { headers } = await file('/', 'gzip', sent);
      expect([headers.get('cross-origin-opener-policy'), headers.get('origin-agent-cluster')]).toEqual([
        opener,
        agents,
      ]);
      expect(headers.get('x-frame-options')).toBe('DENY');
    });

    it('security 22: has the server’s name as text', async () => {
      const { text } = await app.http.get('/');
      expect(text).toContain('<title>&#60;b&#62;Ana&#39;s &#38; Ben&#39;s&#60;/b&#62;</title>');
    });

    it.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('is for GET and HEAD: %s is 404', async (method) => {
      const { status, body } = await app.http.request(method, '/search');
      expect([status, body]).toEqual([404, { error: 'not found' }]);
    });

    it('HEAD has the length and no body', async () => {
      const { text } = await app.http.get('/');
      const head = await app.http.request('HEAD', '/');
      expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
        200,
        '',
        String(Buffer.byteLength(text)),
      ]);
    });
  });

  describe('issue 22: a file', () => {
    it.each([
      ['gzip, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const)('is kept for ever and goes out compressed as it is accepted: %s', async (accepted, encoding) => {
      const { status, bytes, headers } = await file('/assets/start-abc123.js', accepted);
      expect([status, headers.get('content-encoding')]).toEqual([200, encoding]);
      expect(UNPACKED[encoding ?? 'identity'](bytes).toString()).toBe(SCRIPT);
      expect(headers.get('vary')).toBe('Accept-Encoding');
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    });

    it('is 304 for clients that have it already, and without its bytes for HEAD', async () => {
      const path = '/assets/start-abc123.js';
      const head = await rawRequest(app.url, { method: 'HEAD', path });
      expect([head.status, head.text, Number(head.headers['content-length'])]).toEqual([200, '', SCRIPT.length]);
      expect(head.headers['x-request-id']).toBeDefined();
      const etag = head.headers.etag ?? '';
      const again = await rawRequest(app.url, { method: 'GET', path, headers: { 'if-none-match': etag } });
      expect([again.status, again.text, again.headers.etag]).toEqual([304, '', etag]);
    });

    it('is for GET and HEAD: POST is 404', async () => {
      expect((await app.http.request('POST', '/assets/start-abc123.js')).status).toBe(404);
    });

    it('without a hash in its name is asked for anew each time', async () => {
      const { headers } = await file('/icon.svg', 'gzip');
      expect([headers.get('content-type'), headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache']);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('content-security-policy')).not.toContain('script-src');
    });

    it('that is the manifest has this server’s name and address, to be asked for anew each time', async () => {
      const { status, headers, bytes } = await file('/manifest.webmanifest', 'gzip');
      expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([
        200,
        'application/manifest+json; charset=utf-8',
        'no-cache',
      ]);
      const root = targetUnder(app.url, '/');
      expect(JSON.parse(bytes.toString())).toMatchObject({
        name: `<b>Ana's & Ben's</b>`,
        id: root,
        scope: root,
        display: 'standalone',
      });
      const etag = headers.get('etag') ?? '';
      expect((await app.http.get('/manifest.webmanifest', { 'if-none-match': etag })).status).toBe(304);
    });

    it('that is the worker is asked for anew each time, and may read from this server alone', async () => {
      const { headers } = await file('/sw.js', 'gzip');
      expect([headers.get('cache-control'), headers.get('content-security-policy')]).toEqual([
        'no-cache',
        "default-src 'none'; connect-src 'self'; img-src 'self'",
      ]);
      expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    });

    it.each([
      '/assets/gone-abc123.js',
      '/assets/start-abc123.js.br',
      '/assets/linked.txt',
      '/favicon.ico',
      '/.built',
      '/notes.md',
      '/assets/.env',
      '/index.html',
    ])('that is not there is 404 in JSON, never the page: %s', async (path) => {
      const { status, body, headers } = await app.http.get(path);
      expect([status, body]).toEqual([404, { error: 'not found' }]);
      expect(headers.get('cache-control')).toBe('no-store');
    });

    it.each(['/assets/../icon.svg', '/assets/%2e%2e/icon.svg', '/assets%2fstart-abc123.js', '//icon.svg', '/assets/'])(
      'security 22: is not reached by another spelling: %s',
      async (path) => {
        const { status, text } = await rawRequest(app.url, { method: 'GET', path });
        expect([status, text]).toEqual([404, '{"error":"not found"}']);
      },
    );
  });

  it.each([
    '/api',
    '/api/',
    '/api/unknown',
    '/API/health',
    '/api/unknown/page',
    '/mcp',
    '/oauth/authorize',
    '/passkeys/unknown',
    '/metrics/unknown',
    '/readyz/unknown',
    '/healthz/',
  ])('doc3 §0: %s is the server’s own, and 404 in JSON', async (path) => {
    const { status, body } = await app.http.get(path);
    expect([status, body]).toEqual([404, { error: 'not found' }]);
  });

  it('issue 22: without the build the interface works, and / says what to run', async () => {
    app.get(WebAppService).load(pathToFileURL(join(folder, 'missing/')));
    const { status, text } = await app.http.get('/');
    expect([status, text.includes('<code>npm run build</code>')]).toEqual([200, true]);
    expect((await app.http.get('/assets/start-abc123.js')).status).toBe(404);
    expect((await app.http.get('/api/health')).status).toBe(200);
  });

  it('issue 22: with a build that can’t be read it is the same, and the log says why', async () => {
    app.get(WebAppService).load(pathToFileURL(join(folder, 'icon.svg/')));
    expect((await app.http.get('/')).text).toContain('<code>npm run build</code>');
    expect(app.logLines.filter((line) => line.includes('the web app can not be read'))).toHaveLength(1);
  });
});

describe('doc3 §10: the web app under BASE_PATH=/a/b', () => {
  it('finds its files from a page at any depth', async () => {
    const folder = builtFolder();
    const app = await startApp({ env: { BASE_PATH: '/a/b' } });
    try {
      app.get(WebAppService).load(pathToFileURL(`${folder}/`));
      const { text } = await app.http.get('/movie/603');
      expect(text).toContain('src="/a/b/assets/start-abc123.js"');
      expect(text).toContain('<meta name="base-path" content="/a/b" />');
      expect((await rawRequest(app.url, { method: 'GET', path: '/assets/start-abc123.js' })).text).toBe(SCRIPT);
    } finally {
      await app.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
