import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  QBITTORRENT_CALLS,
  QbittorrentFake,
  type QbittorrentFakeOptions,
} from '../../../test/fakes/qbittorrent/qbittorrent-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { sessionCookieOf } from './qbittorrent-session.js';
import { QbittorrentClient } from './qbittorrent.client.js';

const PASSWORD = 'canary-pass & word=+%';

describe('the cookie of a session', () => {
  it.each([
    ['SID=abc; HttpOnly; path=/', 'SID=abc'],
    ['QBT_SID_8080=a+b/c==; HttpOnly; SameSite=Strict; path=/', 'QBT_SID_8080=a+b/c=='],
    ['theme=dark; Expires=Thu, 01 Jan 2026 00:00:00 GMT, SID=abc', 'SID=abc'],
    ['SID=abc, theme=dark', 'SID=abc'],
  ])('is found in %j', (header, cookie) => {
    expect(sessionCookieOf(header)?.reveal()).toBe(cookie);
  });

  it.each([
    undefined,
    '',
    'theme=dark; path=/',
    'XSID=abc',
    'sid=abc',
    'QBT_SID_=abc',
    'QBT_SID_123456=abc',
    'QBT_SID_x=abc',
    'SID=',
    'SID="abc"',
    'SID=a b',
    'SID=a\\b',
    `SID=${'a'.repeat(513)}`,
  ])('is not in %j', (header) => {
    expect(sessionCookieOf(header)).toBeNull();
  });
});

describe('issue 23 §1: the sign-in at qBittorrent', () => {
  let clock: MovedClock;
  let fake: QbittorrentFake;

  beforeEach(() => {
    clock = new MovedClock();
  });

  afterEach(() => fake.stop());

  async function clientOf(
    options: QbittorrentFakeOptions,
    password: string | null = PASSWORD,
  ): Promise<QbittorrentClient> {
    fake = await new QbittorrentFake({ password: PASSWORD, now: () => clock.monotonic(), ...options }).start();
    fake.given.torrent();
    const credentials = password === null ? null : { username: 'admin', password: Secret.of(password) };
    return new QbittorrentClient({ url: fake.url, credentials, clock, log: silentLog });
  }

  const signIns = () => fake.calls(QBITTORRENT_CALLS.login);

  it.each([
    ['2.8.3', 'SID='],
    ['2.11.2', 'SID='],
    ['2.14.0', 'QBT_SID_'],
    ['2.16.1', 'QBT_SID_'],
  ])('of WebAPI %s is one for all, and its cookie %s… is sent back', async (webapi, name) => {
    const client = await clientOf({ webapi });
    await Promise.all([client.queue(), client.jobs(), client.queue()]);
    expect(signIns()).toHaveLength(1);
    const cookies = fake.calls(QBITTORRENT_CALLS.list).map(({ headers }) => String(headers.cookie));
    expect(cookies.every((cookie) => cookie.startsWith(name) && cookie.endsWith('=canary+sid/1=='))).toBe(true);
  });

  it('sends no cookie, and comes as if from a page of the server', async () => {
    const client = await clientOf({});
    await client.queue();
    fake.endSessions();
    await client.queue();
    await client.testConnection();
    expect(signIns()).toHaveLength(3);
    for (const { headers } of signIns()) {
      expect(headers.cookie).toBeUndefined();
      expect([headers.origin, headers.referer]).toEqual([fake.url, `${fake.url}/`]);
    }
  });

  it('is renewed once, by one caller, when the session has ended', async () => {
    const client = await clientOf({});
    await client.queue();
    fake.endSessions();
    await Promise.all([client.queue(), client.jobs(), client.history(5)]);
    expect(signIns()).toHaveLength(2);
  });

  it.each([
    ['2.8.3', 200],
    ['2.16.1', 401],
  ])('of WebAPI %s that is refused by %i is not tried five times in an hour', async (webapi, status) => {
    const client = await clientOf({ webapi }, 'canary-wrong');
    for (let minute = 0; minute < 60; minute += 1) {
      const reason = 'the user name or the password was refused';
      expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized', status, reason });
      expect(await failureOf(client.testConnection())).toMatchObject({ kind: 'unauthorized' });
      await clock.advance(60_000);
    }
    expect(fake.refusals).toBe(4);
  });

  it('rests as well when the address is refused after too many', async () => {
    const client = await clientOf({});
    fake.fail(QBITTORRENT_CALLS.login, { status: 403, body: 'Your IP address has been banned (canary-text)' });
    const reason = 'the address is refused after too many failed sign-ins';
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized', status: 403, reason });
    expect(await failureOf(client.queue())).toMatchObject({ kind: 'unauthorized' });
    expect(signIns()).toHaveLength(1);
    await clock.advance(15 * 60_000);
    await expect(client.queue()).resolves.toMatchObject({ isPaused: false });
  });

  it.each([
    [{ status: 200, body: 'Ok.' }, true],
    [{ status: 204 }, true],
    [{ status: 200, headers: { 'set-cookie': 'QBT_SID_1=x; path=/' } }, true],
    [{ status: 200 }, false],
    [{ status: 200, headers: { 'set-cookie': 'theme=dark' } }, false],
    [{ status: 200, body: '<html>canary-text</html>' }, false],
    [{ status: 200, body: 'Ok. canary-text' }, false],
  ] as const)('takes %j for a success: %s', async (answer, isSuccess) => {
    const client = await clientOf({ letsIn: true });
    fake.fail(QBITTORRENT_CALLS.login, answer);
    if (isSuccess) await expect(client.jobs()).resolves.toMatchObject({ items: [{}] });
    else expect(await failureOf(client.jobs())).toMatchObject({ kind: 'malformed', operation: 'session.begin' });
  });

  it('issue 43 C19: one that lets this address in is used without a credential', async () => {
    const client = await clientOf({ letsIn: true }, null);

    await expect(client.testConnection()).resolves.toBeUndefined();
    await client.pauseAll();
    await expect(client.queue()).resolves.toMatchObject({ isPaused: true });
    expect(fake.calls(QBITTORRENT_CALLS.login)).toEqual([]);
    expect(fake.calls().some(({ headers }) => 'cookie' in headers || 'authorization' in headers)).toBe(false);
  });

  it('issue 43 C19: without a credential, one that asks for it says so', async () => {
    const client = await clientOf({}, null);
    const wanted = { kind: 'unauthorized', reason: 'server asks for a user name and a password' };
    expect(await failureOf(client.testConnection())).toMatchObject(wanted);
    expect(await failureOf(client.queue())).toMatchObject(wanted);
  });
});
