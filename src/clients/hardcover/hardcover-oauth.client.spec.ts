import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HardcoverFake } from '../../../test/fakes/hardcover/hardcover-fake.js';
import { MovedClock } from '../../../test/harness/moved-clock.js';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { silentLog } from '../../core/logging/log.js';
import { Secret } from '../../core/secrets/secret.js';
import { HardcoverOauthClient } from './hardcover-oauth.client.js';

const TOKEN = 'POST /oauth/token';
const CODE = Secret.of('device-code-1');

describe('HardcoverOauthClient', () => {
  let fake: HardcoverFake;
  let oauth: HardcoverOauthClient;

  beforeEach(async () => {
    fake = await new HardcoverFake().start();
    oauth = new HardcoverOauthClient({ url: fake.authUrl, clientId: 'usher', clock: new MovedClock(), log: silentLog });
  });

  afterEach(() => fake.stop());

  const formOf = (at: number): object => Object.fromEntries(new URLSearchParams(String(fake.calls()[at]?.body)));

  it('RFC 8628 §3.1: asks with a form for the scope of the catalog alone, and without a secret', async () => {
    const grant = await oauth.begin();
    expect(formOf(0)).toEqual({ client_id: 'usher', scope: 'read:catalog' });
    expect(fake.calls()[0]?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    expect(fake.calls()[0]?.headers.authorization).toBeUndefined();
    expect(grant).toMatchObject({
      userCode: 'USER-0001',
      verificationUri: 'https://hardcover.app/device',
      expiresInMs: 600_000,
      intervalMs: 5_000,
    });
    expect(grant.deviceCode.reveal()).toBe('device-code-1');
  });

  it('RFC 8628 §3.2: the interval is five seconds where none is named', async () => {
    fake.signIns.interval = undefined;
    expect((await oauth.begin()).intervalMs).toBe(5_000);
  });

  it.each([
    [0, 1_000],
    [0.001, 1_000],
    [120, 120_000],
  ])('RFC 8628 §3.2: an interval of %d seconds is %d ms, and never less than one second', async (named, intervalMs) => {
    fake.signIns.interval = named;
    expect((await oauth.begin()).intervalMs).toBe(intervalMs);
  });

  it.each(['http://hardcover.app/device', 'javascript:alert(1)', 'device'])(
    'security 22: nobody is sent to %s to approve',
    async (uri) => {
      fake.signIns.verificationUri = uri;
      expect(await failureOf(oauth.begin())).toMatchObject({ kind: 'malformed' });
    },
  );

  it.each([
    ['pending', 'authorization_pending'],
    ['denied', 'access_denied'],
    ['expired', 'expired_token'],
  ] as const)('RFC 8628 §3.5: while it is %s, a poll says %s', async (decision, state) => {
    await oauth.begin();
    fake.signIns.decide(decision);
    expect(await oauth.poll(CODE)).toEqual({ state });
    expect(formOf(1)).toEqual({
      client_id: 'usher',
      device_code: 'device-code-1',
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    });
  });

  it.each([
    ['slow_down', 400, 'slow_down'],
    ['invalid_client', 401, 'refused'],
    ['invalid_grant', 400, 'refused'],
    ['unsupported_grant_type', 400, 'refused'],
  ] as const)('RFC 8628 §3.5: %s is %s', async (error, status, state) => {
    fake.fail(TOKEN, { status, body: { error } });
    expect(await oauth.poll(CODE)).toEqual({ state });
  });

  it.each(['reset', 'garbage', 'empty', { status: 503 }, { status: 429 }, { status: 400, body: 'no' }] as const)(
    '%j is no word of the protocol, and is thrown',
    async (failure) => {
      fake.fail(TOKEN, failure, Infinity);
      await failureOf(oauth.poll(CODE));
      await failureOf(oauth.refresh(Secret.of('refresh-1')));
    },
  );

  it('an approved sign-in brings the pair of tokens, once', async () => {
    await oauth.begin();
    fake.signIns.decide('approved');
    const outcome = await oauth.poll(CODE);
    if (outcome.state !== 'granted') throw new Error(outcome.state);
    const { accessToken, refreshToken, expiresInMs } = outcome.tokens;
    expect([accessToken.reveal(), refreshToken?.reveal(), expiresInMs]).toEqual(['access-1', 'refresh-1', 3_600_000]);
    expect(JSON.stringify(outcome)).not.toContain('access-1');
    expect(await oauth.poll(CODE)).toEqual({ state: 'refused' });
  });

  it('RFC 6749 §6: a refresh may leave the refresh token out, and says so when it is good no more', async () => {
    await oauth.begin();
    fake.signIns.decide('approved');
    await oauth.poll(CODE);
    fake.signIns.rotates = false;
    const kept = await oauth.refresh(Secret.of('refresh-1'));
    expect(kept).toMatchObject({ state: 'granted', tokens: { refreshToken: null } });
    expect(formOf(2)).toEqual({ client_id: 'usher', grant_type: 'refresh_token', refresh_token: 'refresh-1' });
    fake.signIns.revokeRefreshTokens();
    expect(await oauth.refresh(Secret.of('refresh-1'))).toEqual({ state: 'invalid_grant' });
  });

  it.each([
    ['no time', {}, null],
    ['no time to live', { expires_in: 0 }, null],
    ['a time in words', { expires_in: '3600' }, null],
    ['a time past all times', { expires_in: 1e300 }, 315_360_000_000],
    ['an empty refresh token', { refresh_token: '' }, null],
  ])('RFC 6749 §5.1: an answer with %s still brings its token', async (_, fields, expiresInMs) => {
    fake.fail(TOKEN, { body: { access_token: 'next', token_type: 'Bearer', ...fields } });
    const outcome = await oauth.refresh(Secret.of('refresh-1'));
    expect(outcome).toMatchObject({ state: 'granted', tokens: { refreshToken: null, expiresInMs } });
  });

  it('a refusal of the client says nothing about the refresh token', async () => {
    fake.fail(TOKEN, { status: 401, body: { error: 'invalid_client' } });
    expect(await failureOf(oauth.refresh(Secret.of('refresh-1')))).toMatchObject({ kind: 'rejected' });
  });
});
