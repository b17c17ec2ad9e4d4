import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import type { RawAnswer } from '../../harness/raw-exchange.js';
import { E2E_BASE_PATH } from '../../harness/under-prefix.js';
import { filmsOf, startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

const UNSAFE = [502, '{"error":"unsafe upstream response"}'];
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' };
const SECRET = 'planted-in-an-answer';

describe('what an instance answers', () => {
  let fixture: ProxyFixture;

  beforeAll(async () => {
    fixture = await startProxyFixture();
    fixture.app.secrets.plant('secret of an answer', SECRET);
  });

  beforeEach(() => fixture.fakes.movie_manager.forgetCalls());

  afterAll(() => fixture.close());

  const films = (query = '') => fixture.ana.get(filmsOf(fixture) + query);
  const asAdmin = (path: string, method = 'GET', body?: Buffer | string, headers?: Record<string, string>) =>
    fixture.raw(fixture.admin, { method, path: `/api/instances/${fixture.ids.movie_manager}/${path}`, body, headers });
  const given = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE, status = 200) =>
    fixture.answer(() => ({ status, body: Buffer.from(body), headers }));

  it('doc3 §4.2: JSON goes on as it was written: numbers, order, duplicates and white space', async () => {
    const text = '{\n "big":12345678901234567890, "one":1.0,"e":1E+400,"a":1,"a":2, "é":"\\u00e9\\/" }\n';
    given(text);
    const answer = await films();
    expect([answer.status, answer.text]).toEqual([200, text]);
    expect(answer.headers.get('content-type')).toBe(JSON_TYPE['content-type']);
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
  });

  it('doc3 §4.3: credentials are replaced, wherever they are, and nothing else', async () => {
    given(
      `[{"title":"A","apiKey":"${SECRET}","path":"/films","fields":[{"name":"passKeys","value":1},` +
        `{"name":"passKey","value":"${SECRET}"},{"value":"${SECRET}","name":"api_key"}],"images":[{"url":"/a.jpg?apikey=${SECRET}&b=1"}],` +
        `"link":"see http://ana:${SECRET}@x.test/","api\\u004bey":{"a":["${SECRET}"]},"password":null}]`,
    );
    const R = '[REDACTED]';
    expect((await films()).text).toBe(
      `[{"title":"A","apiKey":"${R}","path":"/films","fields":[{"name":"passKeys","value":1},` +
        `{"name":"passKey","value":"${R}"},{"value":"${R}","name":"api_key"}],"images":[{"url":"/a.jpg?apikey=${R}&b=1"}],` +
        `"link":"see http://x.test/","api\\u004bey":"${R}","password":"${R}"}]`,
    );
  });

  it.each([
    ['application/json', '{"apiKey":"x"}', 200],
    ['APPLICATION/JSON; charset="UTF-8"', '{"apiKey":"x"}', 200],
    ['text/json', '{"apiKey":"x"}', 200],
    ['application/problem+json', '{"apiKey":"x"}', 200],
    ['text/plain', ' \n{"apiKey":"x"}', 200],
    ['text/html', '[{"apiKey":"x"}]', 200],
    ['image/png', '{"apiKey":"x"}', 200],
    ['', '{"apiKey":"x"}', 200],
    ['no type', '{"apiKey":"x"}', 200],
  ])('doc3 §4.2: %s under the API: JSON is scrubbed, whatever it calls itself', async (type, body, status) => {
    given(body, type === '' ? {} : { 'content-type': type });
    const answer = await films();
    expect([answer.status, answer.text]).toEqual([status, body.replace('"x"', '"[REDACTED]"')]);
  });

  it.each([
    ['a stream of events', { 'content-type': 'text/event-stream' }, 'data: {"apiKey":"x"}\n\n'],
    ['ndjson', { 'content-type': 'application/x-ndjson' }, '{}\n{}\n'],
    ['json-seq', { 'content-type': 'application/json-seq' }, '\u001e{}'],
    ['stream+json', { 'content-type': 'application/stream+json' }, '{}'],
    ['a type like JSON', { 'content-type': 'application/json5' }, '{}'],
    ['a malformed JSON type', { 'content-type': 'application/ json' }, '{}'],
    ['a bare word', { 'content-type': 'json' }, '{}'],
    ['a second type', { 'content-type': 'image/png, application/json' }, '{}'],
    ['another charset', { 'content-type': 'application/json; charset=utf-16' }, '{}'],
    ['gzip', { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{}'],
    ['br after identity', { ...JSON_TYPE, 'content-encoding': 'identity, br' }, '{}'],
    ['deflate of no type', { 'content-encoding': 'deflate' }, 'x'],
    ['a byte order mark', JSON_TYPE, '\ufeff{}'],
    ['a byte order mark of no type', {}, '\ufeff{}'],
    ['JSON in UTF-16 of no type', {}, Buffer.from('\ufeff{"apiKey":"x"}', 'utf16le')],
    ['invalid UTF-8', JSON_TYPE, Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['NaN', JSON_TYPE, '{"a":NaN}'],
    ['a trailing comma', JSON_TYPE, '[1,]'],
    ['something behind the document', JSON_TYPE, '{} {}'],
    ['201 levels', JSON_TYPE, '['.repeat(201) + ']'.repeat(201)],
    ['levels that end a stack', JSON_TYPE, '[{"a":'.repeat(200_000)],
    ['a document that breaks off', JSON_TYPE, '{"apiKey":"pla'],
    ['white space alone', JSON_TYPE, '   '],
    ['words of no type', {}, 'not found'],
  ])('doc1 §4 proxy 3: %s is the opaque 502', async (_, headers, body) => {
    given(body, headers);
    const answer = await films();
    expect([answer.status, answer.text]).toEqual(UNSAFE);
    expect([...answer.headers.keys()].filter((name) => /content-encoding|etag/.test(name))).toEqual([]);
  });

  it.each([
    ['a page that contains a key', { 'content-type': 'text/html' }, 200],
    ['a failure in words', { 'content-type': 'text/plain' }, 500],
    ['words that say they are a picture', { 'content-type': 'image/png' }, 200],
  ])('security 4, 10: %s is no document: the opaque 502 to a member', async (_, headers, status) => {
    given(`<script>window.Manager = { apiKey: '${SECRET}' }</script>`, headers, status);
    const answer = await films();
    expect([answer.status, answer.text]).toEqual(UNSAFE);
  });

  it.each([
    ['image/jpeg', 200],
    ['application/octet-stream', 200],
    ['', 200],
    ['text/html', 502],
    ['text/plain', 502],
    ['image/png, text/html', 502],
  ])('security 8: art of the type "%s" is %d to a member', async (type, status) => {
    const art = (id: string, path: string): Promise<RawAnswer> =>
      fixture.raw(fixture.ana, { path: `/api/instances/${id}/${path}` });
    for (const [kind, path] of [
      ['book_manager', 'MediaCover/Books/7/cover.jpg'],
      ['music_manager', 'api/v1/mediacover/artist/7/poster.jpg'],
    ] as const) {
      const body = Buffer.from('GIF89a art');
      const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
      fixture.fakes[kind].route(`GET /${path}`, () => ({ body, headers }));
      const answer = await art(fixture.ids[kind], path);
      expect([path, answer.status, answer.text]).toEqual([path, status, status === 200 ? body.toString() : UNSAFE[1]]);
    }
  });

  it.each([
    ['JPEG', Buffer.from('ffd8ffe000104a464946', 'hex')],
    ['PNG', Buffer.from('89504e470d0a1a0a0000', 'hex')],
    ['WebP', Buffer.from('RIFF\0\0\0\0WEBPVP8 ')],
    ['AVIF', Buffer.from('\0\0\0\x1cftypavif\0\0')],
  ])('security 8: %s art is known by its first bytes, however slowly they come', async (_, body) => {
    const path = 'MediaCover/Books/7/cover.jpg';
    fixture.fakes.book_manager.route(`GET /${path}`, () => ({ body, headers: {} }));
    fixture.fakes.book_manager.fail(`GET /${path}`, 'slow-body');
    const headers = { range: 'bytes=2-9', 'if-none-match': '"7"' };
    const answer = await fixture.raw(fixture.ana, {
      path: `/api/instances/${fixture.ids.book_manager}/${path}`,
      headers,
    });
    expect([answer.status, answer.text]).toEqual([200, body.toString()]);
    const asked = fixture.fakes.book_manager.calls().at(-1)?.headers;
    expect([asked?.range, asked?.['if-none-match']]).toEqual([undefined, '"7"']);
  });

  it.each([
    ['JSON', `{"apiKey":"${SECRET}"}`],
    ['a page', `<!doctype html><script>window.Manager = { apiKey: '${SECRET}' }</script>`],
    ['words behind a mark', `\ufeffThe key is ${SECRET}`],
    ['a short word', SECRET.slice(0, 4)],
  ])(
    'security 4, 8: %s in the place of art is the opaque 502 to a member, whatever it calls itself',
    async (_, body) => {
      for (const type of ['', 'image/jpeg', 'application/octet-stream']) {
        const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
        fixture.fakes.book_manager.route('GET /MediaCover/Books/7/cover.jpg', () => ({
          body: Buffer.from(body),
          headers,
        }));
        const path = `/api/instances/${fixture.ids.book_manager}/MediaCover/Books/7/cover.jpg`;
        const { status, text } = await fixture.raw(fixture.ana, { path });
        expect([type, status, text]).toEqual([type, ...UNSAFE]);
      }
    },
  );

  it('art that isn’t there keeps its status, with a body or without one', async () => {
    const path = `/api/instances/${fixture.ids.book_manager}/MediaCover/Books/7/cover.jpg`;
    for (const [body, headers] of [
      ['', {}],
      ['{"message":"NotFound"}', JSON_TYPE],
    ] as const) {
      const answer = { status: 404, body: Buffer.from(body), headers };
      fixture.fakes.book_manager.route('GET /MediaCover/Books/7/cover.jpg', () => answer);
      const { status, text } = await fixture.raw(fixture.ana, { path });
      expect([status, text]).toEqual([404, body]);
    }
  });

  it('doc3 §4.2: a part of a JSON document can’t be judged', async () => {
    given(`"${SECRET}"`, { ...JSON_TYPE, 'content-range': 'bytes 10-30/99' }, 206);
    expect((await films()).status).toBe(502);
  });

  it.each([401, 407])('doc3 §0: a %d of the instance is not the caller’s own', async (status) => {
    given('', {}, status);
    const answer = await films();
    expect([answer.status, answer.text]).toEqual(UNSAFE);
  });

  it.each([200, 202, 400, 404, 409, 429, 500, 503])('an answer of status %d keeps it', async (status) => {
    given('[{"errorMessage":"no","password":"x"}]', JSON_TYPE, status);
    const answer = await films();
    expect([answer.status, answer.text]).toEqual([status, '[{"errorMessage":"no","password":"[REDACTED]"}]']);
  });

  it('doc3 §4.2: HEAD, 204, 304 and an empty body are headers only', async () => {
    given('{"a":1}', { ...JSON_TYPE, etag: '"1"', 'x-application-version': '6' });
    fixture.answer(
      () => ({ headers: { ...JSON_TYPE, 'content-length': '7', 'x-application-version': '6' } }),
      'HEAD /api/v3/movie',
    );
    const head = await asAdmin('api/v3/movie', 'HEAD');
    expect([head.status, head.text, head.headers['x-application-version']]).toEqual([200, '', '6']);
    for (const status of [204, 304]) {
      given('', { etag: '"1"' }, status);
      const answer = await films();
      expect([answer.status, answer.text]).toEqual([status, '']);
    }
    given('');
    const empty = await films();
    expect([empty.status, empty.text, empty.headers.get('content-length')]).toEqual([200, '', '0']);
  });

  it('doc3 §4.2: what isn’t JSON goes on byte for byte, and log files even where they begin like it', async () => {
    const image = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 0x7b, 0x22]);
    fixture.answer(
      () => ({ body: image, headers: { 'content-type': 'image/jpeg', etag: '"7"' } }),
      'GET /MediaCover/7/poster.jpg',
    );
    const art = await fetch(`${fixture.app.url}/api/instances/${fixture.ids.movie_manager}/MediaCover/7/poster.jpg`, {
      headers: { authorization: `Bearer ${fixture.admin.token}` },
    });
    expect(Buffer.from(await art.arrayBuffer())).toEqual(image);
    expect([art.headers.get('content-type'), art.headers.get('etag')]).toEqual(['image/jpeg', '"7"']);
    expect(art.headers.get('x-content-type-options')).toBe('nosniff');
    const log = '2026-01-01|Info|started';
    fixture.answer(() => ({ body: log }), 'GET /api/v3/log/file/radarr.txt');
    expect((await asAdmin('api/v3/log/file/radarr.txt')).text).toBe(log);
  });

  it('doc3 §4.2: headers that describe the bytes of the instance are gone from the answer', async () => {
    given('{"apiKey":"x"}', { ...JSON_TYPE, etag: '"1"', 'last-modified': 'x', digest: 'x', 'content-md5': 'x' });
    const { headers } = await films();
    expect(['etag', 'last-modified', 'digest', 'content-md5'].filter((name) => headers.has(name))).toEqual([]);
  });

  describe('doc1 §4 proxy 4: redirects', () => {
    const redirected = async (location: string, status = 307) => {
      fixture.answer(() => ({ status, body: 'moved', headers: { location } }), 'GET /api/v3/movie');
      const { status: got, headers, text } = await fixture.raw(fixture.ana, { path: filmsOf(fixture) });
      return { status: got, location: headers.location, text, length: headers['content-length'] };
    };
    const route = () => `${E2E_BASE_PATH}/api/instances/${fixture.ids.movie_manager}`;

    it.each([
      ['/login?returnUrl=%2Fapi', '/login?returnUrl=%2Fapi'],
      ['movie/7', '/api/v3/movie/7'],
      ['../../x?token=t#f', '/x?token=[REDACTED]#f'],
      ['?page=2', '/api/v3/movie?page=2'],
    ])('to %s of the same origin lead to the same on the proxy', async (location, expected) => {
      expect(await redirected(location)).toEqual({ status: 307, location: route() + expected, text: '', length: '0' });
      const absolute = new URL(location, `${fixture.app.radarr.url}/api/v3/movie`).href.replace('://', '://ana:pw@');
      expect((await redirected(absolute, 302)).location).toBe(route() + expected);
    });

    it.each([
      'http://other.example/x',
      '//other.example/x',
      'https://127.0.0.1/',
      'javascript:alert(1)',
      'http://[',
      'data:,x',
    ])('to %s are a 502 that doesn’t name it', async (location) => {
      const { status, text, location: named } = await redirected(location);
      expect([status, named]).toEqual([502, undefined]);
      expect(JSON.parse(text)).toEqual({
        error: expect.stringMatching(/check the instance URL, its URL base/),
      });
      expect(text).not.toContain('other.example');
    });

    it('out of the instance’s URL base are a 502', async () => {
      const set = (url: string) =>
        fixture.app
          .get(Database)
          .write((tx) => tx.update(ServiceInstanceRow, { id: fixture.ids.movie_manager }, { url }));
      await set(`${fixture.app.radarr.url}/films`);
      const ask = async (location: string) => {
        fixture.answer(() => ({ status: 301, headers: { location } }), 'GET /films/api/v3/movie');
        const { status, headers } = await fixture.raw(fixture.ana, { path: filmsOf(fixture) });
        return [status, headers.location];
      };
      expect(await ask('/films/login')).toEqual([301, `${route()}/login`]);
      expect(await ask('/filmsx/login')).toEqual([502, undefined]);
      expect(await ask('/login')).toEqual([502, undefined]);
      expect(await ask('/films/../login')).toEqual([502, undefined]);
      await set(fixture.app.radarr.url);
    });

    it('the address of what was made is remapped too, and left out where it leads elsewhere', async () => {
      const made = async (location: string) => {
        fixture.answer(() => ({ status: 201, body: { id: 7 }, headers: { location } }), 'POST /api/v3/tag');
        return (await asAdmin('api/v3/tag', 'POST', '{}')).headers.location;
      };
      expect(await made(`${fixture.app.radarr.url}/api/v3/tag/7`)).toBe(`${route()}/api/v3/tag/7`);
      expect(await made('http://inside.example/api/v3/tag/7')).toBeUndefined();
    });
  });

  describe('calls of administrators', () => {
    it('carry their bodies byte for byte, of any type, framed as they were', async () => {
      const body = '{"big":12345678901234567890,"a":1,"a":2,"half of a pair":"\\ud83d"} trailing';
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        await asAdmin('api/v3/thing?x=%2f&&y', method, body, { 'content-type': 'text/odd' });
        const call = fixture.fakes.movie_manager.calls().at(-1);
        expect(call).toMatchObject({
          method,
          body,
          headers: { 'content-type': 'text/odd', 'content-length': String(body.length) },
        });
      }
      const path = `/api/instances/${fixture.ids.movie_manager}/api/v3/thing`;
      await fixture.raw(fixture.admin, { method: 'POST', path, chunks: ['{"a"', ':1}'] });
      expect(fixture.fakes.movie_manager.calls().at(-1)).toMatchObject({
        body: { a: 1 },
        headers: { 'transfer-encoding': 'chunked' },
      });
      await asAdmin('api/v3/thing', 'POST');
      expect(fixture.fakes.movie_manager.calls().at(-1)).toMatchObject({
        body: undefined,
        headers: { 'content-length': '0' },
      });
    });

    it('larger than the limit are refused before anything is sent', async () => {
      const headers = { 'content-length': String(128 * 1024 * 1024 + 1) };
      const answer = await asAdmin('api/v3/system/backup/restore/upload', 'POST', undefined, headers);
      expect([answer.status, answer.text]).toEqual([413, '{"error":"request body too large","code":"body_too_large"}']);
      expect(fixture.fakes.movie_manager.calls()).toEqual([]);
    });
  });
});
