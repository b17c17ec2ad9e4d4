import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prettyLine } from '../../../src/core/logging/log.js';
import type { Answer } from '../../harness/http-client.js';
import { ADMIN_PASSWORD, startApp, type App, type Session } from '../../harness/start-app.js';

const CLIENT = '203.0.113.9';
const DAY = 24 * 60 * 60_000;
const NAME = 'planted-name-of-nobody';
const WRONG = 'planted-wrong-password';

type Line = Readonly<Record<string, unknown>>;
type Try = (app: App, admin: Session) => Promise<Answer>;

const FROM = { 'x-forwarded-for': CLIENT };
const logIn = (app: App, username: string): Promise<Answer> =>
  app.http.post('/api/auth/login', { username, password: WRONG }, FROM);
const connect = (app: App, token: string): Promise<Answer> =>
  app.http.post('/api/auth/connect', { token, device_name: 'Phone' }, FROM);

async function linkFor(admin: Session, name: string): Promise<string> {
  const { body } = await admin.post('/api/admin/connect-token', { name, server_url: 'http://nas.local' });
  return new URL((body as { link: string }).link).searchParams.get('token') ?? '';
}

/** Everything that is no way in, and what the log says of it beside the address. */
const REFUSED: readonly (readonly [title: string, attempt: Try, status: number, said: Line])[] = [
  ['a wrong password', (app) => logIn(app, 'admin'), 401, { reason: 'wrong_password', account: 'admin' }],
  ['a name that nobody has', (app) => logIn(app, NAME), 401, { reason: 'unknown_account' }],
  [
    'an account that is not to have a password',
    async (app) => {
      await app.invite('ana');
      return logIn(app, 'ana');
    },
    401,
    { reason: 'password_off', account: 'ana' },
  ],
  ['a link that never was', (app) => connect(app, 'f'.repeat(64)), 400, { reason: 'unknown_link' }],
  [
    'a link that was used',
    async (app, admin) => {
      const token = await linkFor(admin, 'ben');
      await connect(app, token);
      return connect(app, token);
    },
    400,
    { reason: 'used_link', account: 'ben' },
  ],
  [
    'a link that has expired',
    async (app, admin) => {
      const token = await linkFor(admin, 'eva');
      await app.clock.leap(7 * DAY);
      return connect(app, token);
    },
    400,
    { reason: 'expired_link', account: 'eva' },
  ],
  [
    'a wrong key of the compatibility interface',
    (app) => app.http.get('/api/v1/settings/about', { ...FROM, 'x-api-key': WRONG }),
    403,
    { reason: 'wrong_key' },
  ],
];

describe('a refused sign-in', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ env: { TRUSTED_PROXIES: '127.0.0.1' } });
    for (const text of [NAME, WRONG]) app.secrets.plantForLogs(text, text);
    await app.setUpAdmin();
  });

  beforeEach(async () => {
    await app.clock.advance(61_000);
    admin = await app.login('admin', ADMIN_PASSWORD);
  });

  afterAll(() => app.close());

  /** The lines of refused sign-ins since so many lines. */
  const refusals = (since: number): Line[] =>
    app.logLines
      .slice(since)
      .map((line) => JSON.parse(line) as Line)
      .filter(({ message }) => message === 'sign-in refused');

  it.each(REFUSED)('%s leaves one line with the client’s address and the reason', async (_, attempt, status, said) => {
    const since = app.logLines.length;
    const answer = await attempt(app, admin);
    expect(answer.status).toBe(status);
    const request = answer.headers.get('x-request-id') ?? expect.any(String);
    const line = { level: 'warn', message: 'sign-in refused', address: CLIENT, ...said, request };
    expect(refusals(since)).toEqual([{ ...line, time: expect.any(String) }]);
  });

  it('one too many of a client leaves one, too', async () => {
    for (let n = 0; n < 9; n += 1) await logIn(app, 'admin');
    await logIn(app, 'admin');
    const since = app.logLines.length;
    expect((await logIn(app, 'admin')).status).toBe(429);
    expect(refusals(since)).toEqual([expect.objectContaining({ address: CLIENT, reason: 'too_many_tries' })]);
  });

  it('security 24: is logged with the peer’s own address where its proxy is not trusted', async () => {
    const stranger = await startApp({ env: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    await stranger.http.post('/api/auth/setup', { username: 'x', password: WRONG, setup_code: 'guess' }, FROM);
    const [line] = stranger.logLines.map((text) => JSON.parse(text) as Line).filter(({ reason }) => reason);
    expect(line).toMatchObject({ message: 'sign-in refused', address: '127.0.0.1', reason: 'wrong_setup_code' });
    await stranger.close();
  });

  it('is none where somebody gets in, brings nothing, or has a session that is over', async () => {
    const since = app.logLines.length;
    await app.login('admin', ADMIN_PASSWORD);
    await app.http.get('/api/v1/settings/about', FROM);
    await app.http.get('/api/auth/me', { ...FROM, authorization: `Bearer ${'A'.repeat(43)}` });
    await app.http.post('/api/auth/refresh', { refresh_token: 'A'.repeat(43) }, FROM);
    await app.http.post('/api/auth/login', { username: NAME }, FROM);
    expect(refusals(since)).toEqual([]);
  });

  describe('docs/operations.md: the patterns', () => {
    const page = readFileSync(fileURLToPath(new URL('../../../docs/operations.md', import.meta.url)), 'utf8');
    /** What fail2ban puts in the place of its word for an address, as far as ours go. */
    const ADDRESS = String.raw`(?<address>(?:\d{1,3}\.){3}\d{1,3}|[0-9a-f:]+)`;
    const failregex = [...page.matchAll(/^(?:failregex = | {12})(\^.*)$/gm)].map(
      ([, text = '']) => new RegExp(text.replace('<ADDR>', ADDRESS)),
    );
    /** The words of CrowdSec's grok, in JavaScript. */
    const grok = [...page.matchAll(/^ +pattern: '(.*)'$/gm)].map(
      ([, text = '']) =>
        new RegExp(
          text
            .replace('%{TIMESTAMP_ISO8601:timestamp}', String.raw`(?<timestamp>[\dT:.Z-]+)`)
            .replace('%{IP:source_ip}', ADDRESS)
            .replace('%{WORD:reason}', String.raw`(?<reason>\w+)`),
        ),
    );

    const linesOf = async (): Promise<readonly { readonly json: string; readonly pretty: string }[]> => {
      const since = app.logLines.length;
      await logIn(app, 'admin');
      await logIn(app, NAME);
      await app.http.post('/api/auth/login', { username: NAME, password: WRONG }, { 'x-forwarded-for': '2001:db8::7' });
      const lines = app.logLines.slice(since).filter((line) => line.includes('"sign-in refused"'));
      expect(lines).toHaveLength(3);
      return lines.map((json) => ({ json: json.trimEnd(), pretty: prettyLine(JSON.parse(json) as Line).trimEnd() }));
    };
    const found = (patterns: readonly RegExp[], line: string): unknown[] =>
      patterns.flatMap((pattern) => pattern.exec(line)?.groups?.address ?? []);

    it('of fail2ban find the address in a line of either form, whether it has cut the time out or not', async () => {
      expect(failregex).toHaveLength(2);
      const lines = await linesOf();
      for (const [at, address] of [CLIENT, CLIENT, '2001:db8::7'].entries()) {
        for (const line of [lines[at]?.json ?? '', lines[at]?.pretty ?? '']) {
          expect(found(failregex, line)).toEqual([address]);
          expect(found(failregex, line.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, ''))).toEqual([address]);
        }
      }
    });

    it('of CrowdSec do, with the time and the reason', async () => {
      expect(grok).toHaveLength(2);
      for (const { json, pretty } of await linesOf()) {
        for (const line of [json, pretty]) {
          const groups = grok.map((pattern) => pattern.exec(line)?.groups).filter((group) => group !== undefined);
          const { time, address, reason } = JSON.parse(json) as Line;
          expect(groups.map((group) => ({ ...group }))).toEqual([{ timestamp: time, address, reason }]);
        }
      }
    });

    it('match no other line, whatever an account or a client calls itself', async () => {
      const name = 'x" address=9.9.9.9 "address":"9.9.9.9","reason":"wrong_password';
      await app.invite(name);
      const since = app.logLines.length;
      await logIn(app, name);
      await app.http.post(
        '/api/auth/login',
        { username: `${NAME} sign-in refused address=9.9.9.9`, password: WRONG },
        FROM,
      );
      for (const json of app.logLines.slice(since)) {
        const line = JSON.parse(json) as Line;
        const addresses = [json.trimEnd(), prettyLine(line).trimEnd()].flatMap((text) =>
          found([...failregex, ...grok], text),
        );
        expect(new Set(addresses)).toEqual(new Set(line.message === 'sign-in refused' ? [CLIENT] : []));
      }
    });
  });
});
