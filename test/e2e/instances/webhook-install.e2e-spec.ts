import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebhookRemovalService } from '../../../src/modules/instances/webhook/webhook-removal.service.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { RadarrFake } from '../../fakes/radarr/radarr-fake.js';
import type { Fields } from '../../fakes/servarr/servarr-fields.js';
import type { ServarrServer } from '../../fakes/servarr/servarr-server.js';
import { SonarrFake } from '../../fakes/sonarr/sonarr-fake.js';
import { rawRequest } from '../../harness/raw-exchange.js';
import { WebhookHousehold } from './webhook-household.js';

const CREATED = { status: 'configured', action: 'created' };
const UPDATED = { status: 'configured', action: 'updated' };
const OK = { supported: true, configured: true, state: 'ok' };

/** By kind of instance: its fake, its API, and the flags that its webhook must have, on and off. */
const KINDS: readonly (readonly [
  kind: string,
  fake: () => ServarrServer,
  api: string,
  on: readonly string[],
  off: readonly string[],
])[] = [
  [
    'movie_manager',
    () => new RadarrFake(),
    'v3',
    ['onGrab', 'onDownload', 'onUpgrade', 'onMovieAdded', 'onMovieDelete', 'onMovieFileDelete'],
    ['onMovieFileDeleteForUpgrade', 'onRename', 'onHealthIssue', 'onApplicationUpdate'],
  ],
  [
    'tv_manager',
    () => new SonarrFake(),
    'v3',
    ['onGrab', 'onDownload', 'onUpgrade', 'onSeriesAdd', 'onSeriesDelete', 'onEpisodeFileDelete'],
    ['onEpisodeFileDeleteForUpgrade', 'onImportComplete', 'onRename'],
  ],
  [
    'book_manager',
    () => new ChaptarrFake(),
    'v1',
    [
      'onReleaseImport',
      'onGrab',
      'onUpgrade',
      'onAuthorAdded',
      'onBookAdded',
      'onBookDelete',
      'onAuthorDelete',
      'onBookFileDelete',
    ],
    ['onBookFileDeleteForUpgrade', 'onRename'],
  ],
  [
    'music_manager',
    () => new LidarrFake(),
    'v1',
    [
      'onReleaseImport',
      'onGrab',
      'onUpgrade',
      'onArtistAdd',
      'onArtistDelete',
      'onAlbumDelete',
      'onDownloadFailure',
      'onImportFailure',
    ],
    ['onRename', 'onTrackRetag'],
  ],
];

let home: WebhookHousehold;
let household: WebhookHousehold;

beforeAll(async () => {
  home = await WebhookHousehold.open({ isReusable: true });
});

beforeEach(async () => {
  household = await home.withOwnLibrary();
});

afterEach(() => household.close());

afterAll(() => home.close());

describe('doc3 §3.3: POST /api/instances/{id}/webhook', () => {
  it.each(KINDS)(
    '%s, which leaves out what is empty (security 34): a webhook is made, given a new password and taken out again',
    async (kind, newFake, api, on, off) => {
      const fake = newFake();
      const id = await household.connect(kind, fake);
      expect(await household.state(id)).toEqual({ supported: true, configured: false, state: 'missing' });
      const answer = await household.install(id);
      expect([answer.status, answer.body]).toEqual([200, CREATED]);
      expect(await household.state(id)).toEqual(OK);
      const [first] = fake.notifications.resources();
      expect(first).toMatchObject({ name: 'Usher', implementation: 'Webhook', tags: [] });
      expect(on.map((flag) => [flag, first?.[flag]])).toEqual(on.map((flag) => [flag, true]));
      expect(off.map((flag) => [flag, first?.[flag]])).toEqual(off.map((flag) => [flag, false]));
      const saved = household.saved(fake);
      expect(saved).toMatchObject({ url: household.callback(id), method: 1, username: 'usher' });
      expect(saved.password).toMatch(/^[0-9a-f]{48}$/);
      fake.forgetCalls();
      expect((await household.install(id)).body).toEqual(UPDATED);
      const base = `/api/${api}/notification`;
      expect(fake.calls().map((call) => [call.method, call.path.replace(base, ''), call.query])).toEqual([
        ['GET', '/schema', {}],
        ['GET', '', {}],
        ['POST', '/test', { forceTest: 'true' }],
        ['PUT', '/5', { forceSave: 'true' }],
      ]);
      expect(household.password(fake)).not.toBe(saved.password);
      expect(await household.state(id)).toEqual(OK);
      expect((await household.call(household.password(fake), undefined, id)).status).toBe(200);
      expect((await household.admin.delete(`/api/instances/${id}`)).status).toBe(204);
      await household.app.get(WebhookRemovalService).idle();
      expect(fake.notifications.saved()).toEqual([]);
    },
  );

  it('the first is saved unasked whether it works, and by its API key alone', async () => {
    await household.install();
    expect(household.radarr.calls('POST /api/v3/notification').map(({ query }) => query)).toEqual([
      { forceSave: 'true' },
    ]);
    expect(household.radarr.calls('POST /api/v3/notification/test')).toEqual([]);
  });

  it('what of a webhook isn’t ours stays, but headers are emptied, and others’ connections are left alone', async () => {
    const { notifications } = household.radarr;
    const webhook = (name: string, url: string, more: Fields = {}): Fields => ({
      ...notifications.templates()[1],
      name,
      fields: [
        { name: 'url', value: url },
        { name: 'headers', value: [{ key: 'X', value: 'y' }] },
      ],
      ...more,
    });
    await notifications.add(webhook('Other', 'http://other.home/hook'), true);
    await notifications.add({ ...notifications.templates()[0], name: 'Usher' }, true);
    await notifications.add(webhook('Ours by its path', household.callback(), { onRename: true, tags: [3] }), true);
    expect((await household.install()).body).toEqual(UPDATED);
    const found = notifications
      .resources()
      .map(({ name, onRename, tags, implementation }) => [name, implementation, onRename, tags]);
    expect(found).toEqual([
      ['Other', 'Webhook', false, []],
      ['Usher', 'CustomScript', false, []],
      ['Usher', 'Webhook', true, [3]],
    ]);
    const [other, ours] = notifications.saved();
    expect([other?.url, other?.headers, ours?.headers]).toEqual([
      'http://other.home/hook',
      [{ key: 'X', value: 'y' }],
      [],
    ]);
  });

  it('a flag that the manager has and doesn’t support is left alone, one that it lacks isn’t sent', async () => {
    household.radarr.notifications.setFlags({ onGrab: null, onMovieAdded: undefined });
    await household.install();
    const [call] = household.radarr.calls('POST /api/v3/notification');
    expect(call?.body).toMatchObject({ onGrab: false, onDownload: true });
    expect(call?.body).not.toHaveProperty('onMovieAdded');
  });

  it('a webhook that the manager lets be switched off is on, and again when it is installed anew', async () => {
    const fake = new ChaptarrFake();
    const { notifications } = fake;
    const id = await household.connect('book_manager', fake);
    const statuses = async () => (await fake.sendWebhook('Grab')).map(({ status }) => status);
    await household.install(id);
    expect(await statuses()).toEqual([200]);
    const [ours] = notifications.resources();
    await notifications.change(Number(ours?.id), { ...ours, enable: false }, true);
    expect(await statuses()).toEqual([]);
    expect((await household.install(id)).body).toEqual(UPDATED);
    expect(await statuses()).toEqual([200]);
  });

  it.each(['book_manager', 'music_manager'])('%s: without onReleaseImport nothing is saved: 502', async (kind) => {
    const fake = kind === 'book_manager' ? new ChaptarrFake() : new LidarrFake();
    fake.notifications.setFlags({ onReleaseImport: null });
    const answer = await household.install(await household.connect(kind, fake));
    expect([answer.status, answer.body]).toEqual([
      502,
      {
        error: "webhook failed: the server's webhook lacks onReleaseImport",
        code: 'webhook_failed',
        params: {
          reason: {
            code: 'webhook_lacks_events',
            params: { parts: 'onReleaseImport' },
            text: "the server's webhook lacks onReleaseImport",
          },
        },
      },
    ]);
    expect(fake.notifications.saved()).toEqual([]);
  });

  it('a manager that offers no webhook is 502', async () => {
    household.radarr.route('GET /api/v3/notification/schema', () => ({ body: [] }));
    const answer = await household.install();
    expect([answer.status, answer.body]).toEqual([
      502,
      {
        error: 'webhook failed: the server offers no webhook',
        code: 'webhook_failed',
        params: { reason: { code: 'webhook_not_offered', params: {}, text: 'the server offers no webhook' } },
      },
    ]);
  });

  it('an unknown instance is 404, one whose key can’t be opened is 503, and neither stores a token', async () => {
    const unknown = await household.install('movie_manager-none');
    expect([unknown.status, unknown.body]).toEqual([404, { error: 'instance not found', code: 'instance_missing' }]);
    await household.store({ apiKey: 'v1:AAAA' });
    expect((await household.install()).status).toBe(503);
    expect((await household.row()).webhookPendingToken).toBe('');
  });
});

describe('doc3 §3.3: GET /api/instances/{id}/webhook', () => {
  const states: readonly (readonly [string, (household: WebhookHousehold) => unknown, string])[] = [
    ['another address', () => ({ url: 'http://elsewhere.home/api/webhooks/arr/x' }), 'stale'],
    ['no password', () => ({ password: '' }), 'credential_missing'],
  ];

  it.each(states)('with %s in it, the webhook is not as it must be', async (_, change, state) => {
    await household.install();
    const { notifications } = household.radarr;
    const values = { ...household.saved(), ...(change(household) as Fields) };
    const fields = Object.entries(values).map(([name, value]) => ({ name, value }));
    await notifications.change(5, { ...notifications.resources()[0], fields }, true);
    expect(await household.state()).toEqual({ supported: true, configured: false, state });
  });

  it('a webhook whose token we have lost is credential_missing, though the manager has a password', async () => {
    await household.install();
    await household.store({ webhookToken: '' });
    expect(await household.state()).toEqual({ supported: true, configured: false, state: 'credential_missing' });
  });

  it('a password that the manager shows is compared: another than ours is credential_missing', async () => {
    const fake = new ChaptarrFake();
    const id = await household.connect('book_manager', fake);
    await household.install(id);
    expect(await household.state(id)).toEqual(OK);
    const fields = Object.entries({ ...household.saved(fake), password: 'another' }).map(([name, value]) => ({
      name,
      value,
    }));
    await fake.notifications.change(5, { ...fake.notifications.resources()[0], fields }, true);
    expect(await household.state(id)).toEqual({ supported: true, configured: false, state: 'credential_missing' });
  });

  it.each([500, 503, 401, 'garbage', 'reset', { body: {} }] as const)(
    'a manager that can’t be read (%j) is 502, never missing',
    async (fault) => {
      await household.install();
      household.radarr.fail('GET /api/v3/notification', fault);
      const answer = await household.admin.get(`/api/instances/${household.library}/webhook`);
      expect([answer.status, Object.keys(answer.body as object)]).toEqual([502, ['error', 'code', 'params']]);
      expect(answer.body).toMatchObject({ code: 'webhook_failed' });
    },
  );
});

describe('doc3 §3.3: where the manager is to call', () => {
  const asking = async (headers: Readonly<Record<string, string>>): Promise<unknown> => {
    const request = { authorization: `Bearer ${household.admin.token}`, ...headers };
    const path = `/api/instances/${household.library}/webhook`;
    const answer = await rawRequest(household.app.url, { method: 'POST', path, headers: request });
    return JSON.parse(answer.text) as unknown;
  };

  it('is the host under which the administrator has reached the server; forwarded headers have no say', async () => {
    const forwarded = {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.example',
    };
    await asking({ host: 'media.home:7676', ...forwarded });
    const mount = new URL(household.app.url).pathname.replace(/\/$/, '');
    expect(household.saved().url).toBe(`http://media.home:7676${mount}/api/webhooks/arr/${household.library}`);
  });

  it('forwarded headers have no say for a trusted proxy either', async () => {
    await household.close();
    household = await WebhookHousehold.open({ env: { TRUSTED_PROXIES: '127.0.0.0/8' } });
    await asking({ host: 'media.home', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' });
    expect(new URL(String(household.saved().url)).origin).toBe('http://media.home');
  });

  it('is what ARR_CALLBACK_URL says, whatever the host', async () => {
    await household.close();
    household = await WebhookHousehold.open({ env: { ARR_CALLBACK_URL: 'https://usher.lan:8443' } });
    await asking({ host: 'media.home' });
    expect(new URL(String(household.saved().url)).origin).toBe('https://usher.lan:8443');
    expect(await household.state()).toEqual(OK);
  });

  it('a host that could not be called is no_public_url, and nothing is asked of the manager', async () => {
    household.radarr.forgetCalls();
    const host = 'no host';
    expect(await asking({ host })).toEqual({
      error: 'the address of this server is unknown: set ARR_CALLBACK_URL',
      code: 'callback_unknown',
    });
    const headers = { authorization: `Bearer ${household.admin.token}`, host };
    const path = `/api/instances/${household.library}/webhook`;
    const state = await rawRequest(household.app.url, { method: 'GET', path, headers });
    expect(JSON.parse(state.text)).toEqual({ supported: true, configured: false, state: 'no_public_url' });
    expect(household.radarr.calls()).toEqual([]);
  });
});
