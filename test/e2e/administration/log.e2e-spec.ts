import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LOG, type Log } from '../../../src/core/logging/log.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { refusedWith } from '../../harness/refused-with.js';
import { SecretSearch } from '../../harness/secret-search.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { statusAndBody } from '../../harness/status-and-body.js';

const METRICS_TOKEN = 'planted-metrics-token';

interface Page {
  readonly lines: readonly { readonly number: number; readonly message: string }[];
  readonly next_before?: number;
}

describe('issue 46: the log of the server', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { METRICS_TOKEN } });
    admin = await app.setUpAdmin();
    const log = app.get<Log>(LOG);
    log.info('trial one', { id: 1 });
    log.warn('trial two', { key: Secret.of(app.secrets.plant('key of a line', 'planted-key-of-a-line')), id: 2 });
    log.error('trial three', { password: app.secrets.plant('password of a line', 'planted-password-of-a-line') });
  });

  afterAll(() => app.close());

  const page = async (query: string): Promise<Page> => (await admin.get(`/api/admin/log${query}`)).body as Page;
  const messages = async (query: string): Promise<readonly string[]> =>
    (await page(query)).lines.map(({ message }) => message);

  it('is listed newest first, in parts, and nobody keeps the answer', async () => {
    const { status, headers, body } = await admin.get('/api/admin/log?search=trial');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    const time = new Date(app.clock.now()).toISOString();
    const number = expect.any(Number) as number;
    expect(body).toEqual({
      lines: [
        { number, time, level: 'error', message: 'trial three', details: 'password=[redacted]' },
        { number, time, level: 'warn', message: 'trial two', details: 'key=[redacted] id=2' },
        { number, time, level: 'info', message: 'trial one', details: 'id=1' },
      ],
    });
  });

  it('holds exactly the lines that went out, none else', async () => {
    const { lines } = await page('?limit=500');
    const written = app.logLines.map((line) => (JSON.parse(line) as { message: string }).message);
    expect(lines.map(({ message }) => message).toReversed()).toEqual(written.slice(0, lines.length));
  });

  it.each([
    ['?search=trial&level=warn', ['trial three', 'trial two']],
    ['?search=trial&level=error', ['trial three']],
    ['?search=TRIAL%20T', ['trial three', 'trial two']],
    ['?search=id=2', ['trial two']],
    ['?search=trial.*', []],
    ['?search=planted-key', []],
  ])('is filtered by the least level and by plain text: %s', async (query, found) => {
    expect(await messages(query)).toEqual(found);
  });

  it('is paged by the number of a line, also while lines come', async () => {
    const first = await page('?search=trial&limit=2');
    app.get<Log>(LOG).info('trial of later', { other: true });
    const second = await page(`?search=trial%20t&limit=2&before=${first.next_before}`);
    const third = await page(`?search=trial&limit=2&before=${first.next_before}`);
    expect(first).toMatchObject({ lines: [{ message: 'trial three' }, { message: 'trial two' }] });
    expect(second).toEqual({ lines: [] });
    expect(third).toMatchObject({ lines: [{ message: 'trial one' }] });
    expect(third).not.toHaveProperty('next_before');
  });

  it('is saved as plain text, oldest first, by the same filter', async () => {
    const { status, headers, text } = await admin.get('/api/admin/log/download?search=trial%20t&level=warn');
    expect([
      status,
      ...['content-type', 'content-disposition', 'x-content-type-options', 'cache-control'].map((name) =>
        headers.get(name),
      ),
    ]).toEqual([200, 'text/plain; charset=utf-8', 'attachment; filename="server-log.txt"', 'nosniff', 'no-store']);
    const time = new Date(app.clock.now()).toISOString();
    expect(text).toBe(`${time} WARN  trial two key=[redacted] id=2\n${time} ERROR trial three password=[redacted]\n`);
  });

  it('security 4: gives away no secret that passes through a line, in any spelling', async () => {
    const search = new SecretSearch(app, METRICS_TOKEN, {});
    const secret = (name: string): string => search.add(name, `planted-${name}-in-a-line`);
    app.get<Log>(LOG).error('trial of secrets', {
      key: Secret.of(secret('key')),
      headers: { authorization: `Bearer ${secret('token')}` },
      url: new URL(`https://ana:${secret('password')}@host.test/?apikey=${secret('query')}`),
      error: new Error('broken', { cause: new Error(secret('cause')) }),
    });
    const by = search.client(admin.token);
    for (const { status, text } of [await by.get('/api/admin/log'), await by.get('/api/admin/log/download')])
      expect([status, text.includes('trial of secrets'), text.includes('[redacted]')]).toEqual([200, true, true]);
    expect(await search.findings()).toEqual([]);
  });

  const LEVEL = 'level must be debug, info, warn or error';
  const LIMIT = 'limit must be 1 to 500';
  const BEFORE = 'before must be a positive number';

  it.each([
    ['?level=fatal', LEVEL],
    ['?level=info&level=warn', 'level was given more than once'],
    [`?search=${'x'.repeat(101)}`, 'search must be at most 100 characters'],
    ['?limit=0', LIMIT],
    ['?limit=501', LIMIT],
    ['?limit=1e2', LIMIT],
    ['?before=0', BEFORE],
    ['?before=-1', BEFORE],
    ['?before=x', BEFORE],
  ])('is refused by 400 for %s', async (query, error) => {
    expect(statusAndBody(await admin.get(`/api/admin/log${query}`))).toEqual([400, refusedWith(error)]);
  });

  it('is refused as a file by the same rules, and takes a search of a hundred characters', async () => {
    expect(statusAndBody(await admin.get('/api/admin/log/download?level=fatal'))).toEqual([400, refusedWith(LEVEL)]);
    expect(await messages(`?search=${'x'.repeat(100)}`)).toEqual([]);
  });
});
