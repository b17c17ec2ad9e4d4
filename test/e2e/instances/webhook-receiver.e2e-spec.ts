import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookRemovalService } from '../../../src/modules/instances/webhook/webhook-removal.service.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { rawRequest, type RawRequest } from '../../harness/raw-exchange.js';
import { WebhookHousehold } from './webhook-household.js';
import { refusedWith } from '../../harness/refused-with.js';

const MEBIBYTE = 1024 * 1024;
const OK = { status: 'ok' };

describe('doc3 §3.3: POST /api/webhooks/arr/{instanceID}', () => {
  let home: WebhookHousehold;
  let household: WebhookHousehold;
  let password: string;
  /** A film of each test's own: all that is cached of it is what the test has seen. */
  let tmdbId = 990_100;

  beforeAll(async () => {
    home = await WebhookHousehold.open({ isReusable: true });
    await home.admin.delete(`/api/instances/${home.library}`);
  });

  beforeEach(async () => {
    household = await home.withOwnLibrary();
    tmdbId += 1;
    download = { eventType: 'Download', movie: { id: 12, title: 'Harbor Lights', tmdbId } };
    household.app.tmdb.given.film({ id: tmdbId, title: 'Harbor Lights' });
    household.radarr.given.movie({ tmdbId });
    await household.install();
    password = household.password();
    // The library is read, and an import comes that nobody has reported.
    expect(await status()).toBe('requested');
    household.radarr.finishDownload(tmdbId);
    expect(await status()).toBe('requested');
  });

  afterEach(async () => {
    // Each test has the only library, or the one that it adds besides.
    const { body } = await household.admin.get('/api/instances');
    for (const { id } of body as readonly { id: string }[]) await household.admin.delete(`/api/instances/${id}`);
    await household.app.get(WebhookRemovalService).idle();
    await household.close();
  });

  afterAll(() => home.close());

  async function status(): Promise<unknown> {
    const answer = await household.admin.get(`/api/requests/${tmdbId}/status?media_type=movie`);
    return (answer.body as { status?: unknown }).status;
  }

  let download: object;

  it('is taken with any user name and the password, and what is cached of the library is dropped before the answer', async () => {
    const answer = await household.call(password, download);
    expect([answer.status, answer.body]).toEqual([200, OK]);
    expect(await status()).toBe('available');
  });

  it.each([
    ['none', null],
    ['an empty one', ''],
    ['another one', 'f'.repeat(48)],
    ['a part of it', 'part'],
    ['one that is longer', 'longer'],
  ])('security 25: with a wrong password (%s) it is 401 and nothing is dropped', async (name, given) => {
    const brought =
      name === 'a part of it' ? password.slice(0, -1) : name === 'one that is longer' ? `${password}0` : given;
    const answer = await household.call(brought, download);
    expect([answer.status, answer.body]).toEqual([401, refusedWith('invalid token')]);
    expect(await status()).toBe('requested');
  });

  it('security 25: a credential in the query, a bearer token and an administrator’s session are no password', async () => {
    const path = `/api/webhooks/arr/${household.library}`;
    const calls = await Promise.all([
      household.app.http.post(`${path}?token=${password}&password=${password}&apikey=${password}`, download),
      household.app.http.post(path, download, { authorization: `Bearer ${password}` }),
      household.app.http.post(path, download, { authorization: `Basic ${password}` }),
      household.app.http.post(path, download, { authorization: `Basic ${Buffer.from(password).toString('base64')}` }),
      household.admin.post(path, download),
    ]);
    expect(calls.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401]);
    expect(await status()).toBe('requested');
  });

  it('security 25: another instance’s password is 401, and a call for one drops nothing of another', async () => {
    const { apiKey } = household.radarr;
    const fake = new RadarrFake({ apiKey, now: () => household.app.clock.now() });
    const other = await household.connect('movie_manager', fake);
    await household.install(other);
    const answer = await household.call(household.password(fake), download);
    expect([answer.status, answer.body]).toEqual([401, refusedWith('invalid token')]);
    expect((await household.call(household.password(fake), download, other)).status).toBe(200);
    expect(await status()).toBe('requested');
  });

  it.each(['movie_manager-none', 'x', 'a%2fb', 'a'.repeat(300)])('of an unknown instance %# is 404', async (id) => {
    const answer = await household.call(password, download, id);
    expect([answer.status, answer.body]).toEqual([
      404,
      { error: 'unknown instance', code: 'webhook_instance_unknown' },
    ]);
  });

  it('of an instance that has no webhook yet is 401, whatever is brought', async () => {
    await household.store({ webhookToken: '', webhookPendingToken: '' });
    expect((await household.call('')).status).toBe(401);
    expect((await household.call(password)).status).toBe(401);
  });

  it('security 26: a stored token that can’t be opened judges nothing: 503, unless the other one fits', async () => {
    const { webhookToken } = await household.row();
    // Sealed for another column, it opens in none but that.
    await household.store({ webhookPendingToken: webhookToken });
    expect((await household.call(password)).status).toBe(200);
    expect((await household.call('f'.repeat(48), download)).status).toBe(503);
    expect(await status()).toBe('requested');
  });

  it('security 26: a stored token is sealed for its instance: in another’s row it opens nothing', async () => {
    const { apiKey } = household.radarr;
    const fake = new RadarrFake({ apiKey, now: () => household.app.clock.now() });
    const other = await household.connect('movie_manager', fake);
    const { webhookToken } = await household.row();
    expect(webhookToken).toMatch(/^v1:/);
    expect(webhookToken).not.toContain(password);
    await household.store({ webhookToken }, other);
    expect((await household.call(password, download, other)).status).toBe(503);
  });

  it('doc4, Freshness: a fill that was under way when it came doesn’t bring the old state back', async () => {
    await household.app.clock.advance(121_000);
    household.radarr.removeMovie(tmdbId);
    household.radarr.given.movie({ tmdbId });
    const { radarr } = household;
    const old = await (await fetch(`${radarr.url}/api/v3/movie`, { headers: { 'x-api-key': radarr.apiKey } })).json();
    const { promise, resolve } = manualPromise();
    radarr.route('GET /api/v3/movie', async () => {
      await promise;
      return { body: old };
    });
    const arrived = radarr.nextCall('GET /api/v3/movie');
    const before = status();
    await arrived;
    const [film] = old as Record<string, unknown>[];
    radarr.route('GET /api/v3/movie', () => ({ body: [{ ...film, hasFile: true }] }));
    expect((await household.call(password, download)).status).toBe(200);
    resolve();
    expect([await before, await status(), await status()]).toEqual(['requested', 'available', 'available']);
  });

  const json = (body: string | Buffer): Partial<RawRequest> => ({
    headers: { 'content-type': 'application/json' },
    body,
  });
  const bad = (): readonly (readonly [string, Partial<RawRequest>])[] => [
    ['no body', {}],
    ['an empty one', json('')],
    ['JSON that breaks off', json('{"eventType":"Download"')],
    ['two documents', json('{} {}')],
    ['a list', json('[]')],
    ['null', json('null')],
    ['an event without a text', json('{"eventType":7}')],
    ['bytes that are no UTF-8', json(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]))],
    ['what ends a stack', json(`{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`)],
    ['plain text', { headers: { 'content-type': 'text/plain' }, body: JSON.stringify(download) }],
    [
      'a compressed body',
      { headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' }, body: gzipSync('{}') },
    ],
    [
      'a declared body over 1 MiB',
      { headers: { 'content-type': 'application/json', 'content-length': String(MEBIBYTE + 1) } },
    ],
    [
      'a chunked body over 1 MiB',
      { headers: { 'content-type': 'application/json' }, chunks: [Buffer.alloc(MEBIBYTE), ' '] },
    ],
  ];

  it('security 25: what is no JSON object of at most 1 MiB is 400 `invalid payload`, and nothing is dropped', async () => {
    const authorization = `Basic ${Buffer.from(`usher:${password}`).toString('base64')}`;
    const path = `/api/webhooks/arr/${household.library}`;
    for (const [name, request] of bad()) {
      const headers = { ...request.headers, authorization };
      const answer = await rawRequest(household.app.url, { method: 'POST', path, ...request, headers });
      expect([name, answer.status, JSON.parse(answer.text)]).toEqual([name, 400, refusedWith('invalid payload')]);
    }
    expect(await status()).toBe('requested');
  });

  it('security 25: nobody’s body is read before the password was judged', async () => {
    const answer = await household.call('f'.repeat(48), '{"eventType":');
    expect(answer.status).toBe(401);
  });

  it('a body is taken whatever its texts hold, half of a surrogate pair too: it is no text of people', async () => {
    const answer = await household.call(password, JSON.stringify(download).replace('Harbor', '\\ud83d'));
    expect(answer.status).toBe(200);
    expect(await status()).toBe('available');
  });

  it('a body of 1 MiB is taken', async () => {
    const empty = JSON.stringify({ ...download, overview: '' }).length;
    const answer = await household.call(password, { ...download, overview: 'x'.repeat(MEBIBYTE - empty) });
    expect(answer.status).toBe(200);
    expect(await status()).toBe('available');
  });

  it.each([
    {},
    { eventType: null },
    { eventType: 'Test', movie: {} },
    { eventType: 'Health', level: 'error' },
    { eventType: 'Rename', movie: {} },
    { eventType: 'ApplicationUpdate' },
    { eventType: 'SeriesDelete', series: { tvdbId: 1 } },
    { eventType: '__proto__' },
    { eventType: 'constructor' },
    { eventType: 'x'.repeat(10_000) },
  ])('security 25: an event that is none of our business (%#) is taken, and nothing is dropped', async (event) => {
    const body = 'movie' in event ? { ...event, movie: { tmdbId } } : event;
    const answer = await household.call(password, body);
    expect([answer.status, answer.body]).toEqual([200, OK]);
    expect(await status()).toBe('requested');
  });

  it.each([
    {},
    { movie: null },
    { movie: 'x' },
    { movie: [] },
    { movie: { tmdbId: 'x' } },
    { movie: { tmdbId: -1 } },
    { movie: { tmdbId: 1e300 } },
    { isUpgrade: 'yes' },
  ])('a known event whose record can’t be read (%#) still drops what it makes stale', async (fields) => {
    expect((await household.call(password, { eventType: 'Download', ...fields })).status).toBe(200);
    expect(await status()).toBe('available');
  });

  it('security 25: a call that comes again says nothing that isn’t so', async () => {
    const deleted = { ...download, eventType: 'MovieDelete' };
    for (let again = 0; again < 3; again++) expect((await household.call(password, deleted)).status).toBe(200);
    expect(await status()).toBe('available');
  });

  it('security 25: a call that was listened to opens nothing once the password has changed', async () => {
    await household.install();
    expect((await household.call(password, download)).status).toBe(401);
    expect(await status()).toBe('requested');
  });
});
