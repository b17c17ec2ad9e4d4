import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { HubInstancesService, INSTANCE_DEPENDENTS } from '../../../src/modules/instances/instances.public.js';
import { PLEX_CALLS } from '../../fakes/plex/plex-fake.js';
import { tableRows } from '../../harness/database-inspection.js';
import { errorOf } from '../../harness/error-of.js';
import { BASEMENT, HubFixture } from '../../harness/hub-fixture.js';
import type { Session } from '../../harness/start-app.js';

type Fields = Readonly<Record<string, unknown>>;

const CONFIG = { machine_identifier: BASEMENT };
const SHOWN = { public_address: 'https://hub.example', library_ids: [], machine_identifier: BASEMENT };

describe('doc1 §2 and doc3 §3.2: instances behind the hub', () => {
  let fixture: HubFixture;
  let admin: Session;

  beforeAll(async () => {
    fixture = await HubFixture.start();
    ({ admin } = fixture);
  });

  beforeEach(async () => {
    for (const { id } of await list()) await admin.delete(`/api/instances/${String(id)}`);
    fixture.hub.recover();
    fixture.hub.forgetCalls();
    await pass(61_000);
  });

  afterAll(() => fixture.close());

  const pass = async (ms: number): Promise<void> => {
    await fixture.pass(ms);
    ({ admin } = fixture);
  };

  const list = async (): Promise<readonly Fields[]> => (await admin.get('/api/instances')).body as readonly Fields[];

  const candidate = async (fields: Fields = {}): Promise<Fields> => ({
    service_type: 'hub',
    name: 'Basement',
    hub_link_pin: await fixture.linkOwner(admin),
    media_server_config: CONFIG,
    ...fields,
  });

  const begun = async (by = admin): Promise<number> =>
    ((await by.post('/api/instances/hub/link/begin')).body as { pin_id: number }).pin_id;

  /** Another administrator. */
  const eve = async (): Promise<Session> => {
    const session = await fixture.app.invite(`eve ${fixture.app.clock.now()}`);
    await admin.patch(`/api/admin/users/${session.userId}`, { role: 'admin' });
    return session;
  };

  describe('the PIN', () => {
    it('is begun with our client identifier, and approved in the web app of the hub', async () => {
      const { status, body, headers } = await admin.post('/api/instances/hub/link/begin');
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      const { id, code, clientIdentifier } = fixture.hub.pins.latest;
      expect(body).toEqual({ pin_id: id, code, url: expect.stringContaining(`code=${code}`) as string });
      expect((body as { url: string }).url).toContain(`https://hub.example/auth#?clientID=${clientIdentifier}`);
    });

    it('says whether it was approved, and by whom, and never the token', async () => {
      const pinId = await begun();
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId })).body).toEqual({ linked: false });
      fixture.hub.approve(fixture.mara, { token: fixture.app.secrets.plant('token of a link', 'planted-link-token') });
      const linked = { linked: true, account: 'mara' };
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId })).body).toEqual(linked);
      fixture.hub.forgetCalls();
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId })).body).toEqual(linked);
      expect(fixture.hub.calls()).toEqual([]);
    });

    it('security 14: belongs to the administrator who began it: for anybody else the hub is not asked', async () => {
      const pinId = await fixture.linkOwner(admin);
      const other = await eve();
      fixture.hub.forgetCalls();
      const refused = { status: 404, body: { error: 'link expired', code: 'link_expired' } };
      expect(await other.post('/api/instances/hub/link/check', { pin_id: pinId })).toMatchObject(refused);
      expect(await other.post('/api/instances/hub/servers', { hub_link_pin: pinId })).toMatchObject(refused);
      expect(await other.post('/api/instances', { ...(await candidate()), hub_link_pin: pinId })).toMatchObject(
        refused,
      );
      expect(await other.post('/api/instances/test', { service_type: 'hub', hub_link_pin: pinId })).toMatchObject(
        refused,
      );
      expect(fixture.hub.calls(PLEX_CALLS.resources)).toEqual([]);
    });

    it('security 32: falls with the right of its administrator, and does not come back with it', async () => {
      const other = await eve();
      const pinId = await fixture.linkOwner(other);
      const role = (name: string) => admin.patch(`/api/admin/users/${other.userId}`, { role: name });
      expect((await other.post('/api/instances/hub/servers', { hub_link_pin: pinId })).status).toBe(200);
      await role('user');
      await role('admin');
      expect((await other.post('/api/instances/hub/servers', { hub_link_pin: pinId })).status).toBe(404);
    });

    it('that the hub has forgotten is 404, and an unknown one too', async () => {
      const pinId = await begun();
      fixture.hub.expirePin();
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId })).status).toBe(404);
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId + 1 })).status).toBe(404);
      expect((await admin.post('/api/instances/hub/link/check', {})).body).toEqual({
        error: 'pin_id required',
        code: 'required',
        params: { name: 'pin_id' },
      });
    });

    it('doc1 §8: holds its token for fifteen minutes from the approval', async () => {
      const pinId = await fixture.linkOwner(admin);
      await pass(14 * 60_000);
      const { status } = await admin.post('/api/instances/hub/servers', { hub_link_pin: pinId });
      await pass(2 * 60_000);
      expect([status, (await admin.post('/api/instances/hub/servers', { hub_link_pin: pinId })).status]).toEqual([
        200, 404,
      ]);
    });

    it('loses no approval to a bad answer: that is 502, and the next check reads the account', async () => {
      const pinId = await begun();
      fixture.hub.approve(fixture.mara);
      fixture.hub.fail(PLEX_CALLS.user, 'garbage');
      const failed = await admin.post('/api/instances/hub/link/check', { pin_id: pinId });
      expect(failed).toMatchObject({ status: 502, body: { code: 'hub_unreachable' } });
      expect((await admin.post('/api/instances/hub/link/check', { pin_id: pinId })).body).toMatchObject({
        linked: true,
      });
      expect(fixture.hub.count('checkPin')).toBe(1);
    });

    it('can not be begun while the hub is away', async () => {
      fixture.hub.fail(PLEX_CALLS.beginPin, 'reset');
      expect((await admin.post('/api/instances/hub/link/begin')).status).toBe(502);
    });
  });

  describe('a new instance', () => {
    it('is shown with its configuration, and with nothing of the token, the client or the owner', async () => {
      const { status, body } = await admin.post('/api/instances', await candidate());
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^hub-[0-9a-f]{8}$/) as string,
        service_type: 'hub',
        name: 'Basement',
        url: fixture.hub.url,
        is_default: false,
        sort_order: 0,
        auto_add_users: false,
        media_path_mappings: [],
        media_downloads: false,
        media_server_config: SHOWN,
      });
      expect(await list()).toEqual([body]);
    });

    it('keeps the client identifier of its token and the owner, sealed token apart', async () => {
      await admin.post('/api/instances', await candidate());
      const [row] = (await tableRows(fixture.app.databaseFile)).service_instances as { media_server_config: string }[];
      expect(JSON.parse(row?.media_server_config ?? '')).toEqual({
        ...SHOWN,
        auto_approve: false,
        client_id: fixture.hub.pins.latest.clientIdentifier,
        hub_owner_id: '3100451',
        hub_owner_username: 'mara',
        hub_owner_email: 'mara@example.org',
      });
    });

    it.each<readonly [string, Fields, string]>([
      ['no PIN', { hub_link_pin: null }, 'hub_link_pin is required: link a Plex account first'],
      ['no configuration', { media_server_config: null }, 'media_server_config machine_identifier is required'],
      ['no server', { media_server_config: {} }, 'media_server_config machine_identifier is required'],
      ['a key', { api_key: 'typed' }, 'api_key is not for Plex: link the account with hub_link_pin'],
      ['an address', { url: 'https://elsewhere.example' }, 'url is not for Plex: it is always the hub itself'],
      ['automatic grants', { auto_add_users: true }, 'auto_add_users is for library managers only'],
      [
        'path mappings',
        { media_path_mappings: [{ arr_path: '/a', service_path: '/b' }] },
        'media_path_mappings are for library managers only',
      ],
      [
        'a server of somebody else',
        { media_server_config: { machine_identifier: 'attic' } },
        'the linked Plex account does not own this server',
      ],
      [
        'a player',
        { media_server_config: { machine_identifier: 'telly' } },
        'the linked Plex account does not own this server',
      ],
      [
        'a public address with credentials',
        { media_server_config: { ...CONFIG, public_address: 'https://u:p@a.example' } },
        'media_server_config public_address must be an absolute http or https address without credentials, query or fragment',
      ],
      [
        'an identifier with a blank',
        { media_server_config: { machine_identifier: 'a b' } },
        'media_server_config machine_identifier must be at most 128 characters without white space',
      ],
    ])('with %s is refused', async (_, fields, error) => {
      const otto = fixture.hub.given.person({ id: 3_100_999, username: 'otto' });
      fixture.hub.given.device({ machineIdentifier: 'attic', owner: otto });
      fixture.hub.given.share('attic', fixture.mara);
      const { status, body } = await admin.post('/api/instances', await candidate(fields));
      expect([status, (body as Fields).error]).toEqual([400, error]);
      expect(await list()).toEqual([]);
    });

    it('doc3 §3.4: keeps its choices trimmed, each once and in order', async () => {
      const media_server_config = {
        ...CONFIG,
        public_address: ' https://watch.example/plex/ ',
        library_ids: ['121002', ' 121001 ', '121002'],
        auto_approve: true,
      };
      const { body } = await admin.post('/api/instances', await candidate({ media_server_config }));
      expect((body as Fields).media_server_config).toEqual({
        ...CONFIG,
        public_address: 'https://watch.example/plex',
        library_ids: ['121001', '121002'],
        auto_approve: true,
      });
    });

    it('that Plex does not answer for is 400 like every failed connection test, and 400 before its PIN is approved', async () => {
      const fresh = await candidate();
      fixture.hub.fail(PLEX_CALLS.resources, 503);
      const failed = await admin.post('/api/instances', fresh);
      expect(failed.body).toEqual({
        error: 'connection test failed: server returned status 503',
        code: 'connection_test_failed',
        params: {
          reason: { code: 'server_answered_status', params: { status: 503 }, text: 'server returned status 503' },
        },
        fault: 'status',
      });
      const pending = await admin.post('/api/instances', { ...fresh, hub_link_pin: await begun() });
      expect([failed.status, pending.status]).toEqual([400, 400]);
    });

    it('doc3 §3.4: other kinds refuse the configuration, unless it is empty, and the PIN', async () => {
      const { radarr } = fixture.app;
      const films = { service_type: 'movie_manager', name: 'Films', url: radarr.url, api_key: radarr.apiKey };
      const refused = await admin.post('/api/instances', { ...films, media_server_config: CONFIG });
      const withPin = await admin.post('/api/instances', { ...films, hub_link_pin: 5 });
      const empty = { public_address: '', library_ids: [], machine_identifier: '' };
      const accepted = await admin.post('/api/instances', { ...films, media_server_config: empty });
      expect([refused.status, withPin.status, accepted.status]).toEqual([400, 400, 201]);
    });
  });

  describe('a change', () => {
    it('keeps what it leaves out, and asks nobody while account and server are the same', async () => {
      const id = await fixture.connect({ media_server_config: { ...CONFIG, library_ids: ['121001'] } });
      fixture.hub.forgetCalls();
      const renamed = await admin.put(`/api/instances/${id}`, { name: 'Cellar', url: fixture.hub.url });
      expect(renamed.body).toMatchObject({
        name: 'Cellar',
        media_server_config: { ...SHOWN, library_ids: ['121001'] },
      });
      const changed = await admin.put(`/api/instances/${id}`, { name: 'Cellar', media_server_config: CONFIG });
      expect(changed.body).toMatchObject({ media_server_config: SHOWN });
      expect(fixture.hub.calls()).toEqual([]);
    });

    it('takes another server only where the linked account owns it', async () => {
      const id = await fixture.connect();
      const put = (machine_identifier: string) =>
        admin.put(`/api/instances/${id}`, { name: 'Basement', media_server_config: { machine_identifier } });
      expect((await put('loft')).status).toBe(400);
      fixture.hub.given.device({ machineIdentifier: 'loft', owner: fixture.mara });
      const moved: string[] = [];
      fixture.app.get(PortRegistry).register(INSTANCE_DEPENDENTS, {
        objectionToRemoval: () => Promise.resolve(null),
        forgetInstance: () => Promise.resolve(),
        instanceMoved: (_, instanceId) => Promise.resolve(void moved.push(instanceId)),
      });
      expect((await put('loft')).body).toMatchObject({ media_server_config: { machine_identifier: 'loft' } });
      await put('loft');
      expect(moved).toEqual([id]);
      fixture.hub.devices.remove('loft');
    });

    it('by an account that does not own the stored server is refused', async () => {
      const id = await fixture.connect();
      const pinId = await begun();
      fixture.hub.approve(fixture.hub.given.person({ id: 5 }), { pinId });
      await admin.post('/api/instances/hub/link/check', { pin_id: pinId });
      expect((await admin.put(`/api/instances/${id}`, { name: 'A', hub_link_pin: pinId })).status).toBe(400);
    });
  });

  describe('what the account holds', () => {
    const CONTENT = {
      server_name: 'Basement',
      version: '1.42.2.10156',
      libraries: [
        { id: '121001', name: 'Movies', collection_type: 'movie' },
        { id: '121002', name: 'TV Shows', collection_type: 'show' },
      ],
    };
    const SERVER = { name: 'Basement', machine_identifier: BASEMENT };

    it('doc3 Decisions: is its servers, with the libraries of the only one', async () => {
      const { status, body } = await admin.post('/api/instances/hub/servers', {
        hub_link_pin: await fixture.linkOwner(admin),
      });
      expect([status, body]).toEqual([200, { servers: [SERVER], ...CONTENT }]);
    });

    it('is its servers alone where there are several, until one is chosen', async () => {
      fixture.hub.given.device({ machineIdentifier: 'loft', owner: fixture.mara, name: 'Loft' });
      const hub_link_pin = await fixture.linkOwner(admin);
      const open = await admin.post('/api/instances/hub/servers', { hub_link_pin });
      const chosen = await admin.post('/api/instances/hub/servers', { hub_link_pin, media_server_config: CONFIG });
      const servers = [SERVER, { name: 'Loft', machine_identifier: 'loft' }];
      expect([open.body, chosen.body]).toEqual([{ servers }, { servers, ...CONTENT }]);
      const libraries = await admin.post('/api/instances/media-server/libraries', {
        service_type: 'hub',
        hub_link_pin,
      });
      expect(libraries.status).toBe(400);
      fixture.hub.devices.remove('loft');
    });

    it('is read by the stored token where an id is sent', async () => {
      const id = await fixture.connect();
      const servers = await admin.post('/api/instances/hub/servers', { id });
      const libraries = await admin.post('/api/instances/media-server/libraries', { id });
      expect([servers.body, libraries.body]).toEqual([{ servers: [SERVER], ...CONTENT }, CONTENT]);
      expect((await admin.post('/api/instances/test', { id })).status).toBe(204);
    });

    it('needs the account to be linked again once the token is good no more', async () => {
      const id = await fixture.connect();
      fixture.hub.revoke('planted-hub-owner-token');
      const servers = await admin.post('/api/instances/hub/servers', { id });
      expect(servers).toMatchObject({ status: 502, body: { code: 'relink' } });
      expect((await admin.post('/api/instances/test', { id })).status).toBe(400);
      expect((await admin.post('/api/instances/media-server/libraries', { id })).status).toBe(400);
    });

    it('is asked of media servers alone', async () => {
      const id = await fixture.app.connectRadarr(admin);
      expect((await admin.post('/api/instances/hub/servers', { id })).status).toBe(400);
      const libraries = await admin.post('/api/instances/media-server/libraries', { id });
      expect([libraries.status, libraries.body]).toEqual([
        400,
        { error: 'this instance is not a media server', code: 'no_media_server' },
      ]);
    });
  });

  describe('doc3 §11: access', () => {
    it('is by grants, without a default: pins and assignments are refused', async () => {
      const id = await fixture.connect();
      const ana = await fixture.app.invite(`ana ${fixture.app.clock.now()}`);
      const config = async () => ((await ana.get('/api/config')).body as { instances: readonly Fields[] }).instances;
      expect(await config()).toEqual([]);
      const granted = await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
      expect(granted.body).toEqual([{ user_id: ana.userId, instance_id: id }]);
      const entry = { id, service_type: 'hub', name: 'Basement', media_downloads: false };
      const flags = { is_default: false, assigned: true, request_default: false };
      expect(await config()).toEqual([{ ...entry, ...flags }]);
      const pin = await admin.put(`/api/instances/${id}/users`, { user_ids: [ana.userId] });
      const own = await admin.put(`/api/admin/users/${ana.userId}/default-instances`, { hub: id });
      const assigned = await admin.patch(`/api/instances/${id}/assignments`, { action: 'add', user_ids: [ana.userId] });
      const webhook = await admin.post(`/api/instances/${id}/webhook`);
      expect([pin.status, own.status, assigned.status, webhook.status]).toEqual([400, 400, 400, 400]);
      const state = await admin.get(`/api/instances/${id}/webhook`);
      expect(state.body).toMatchObject({ supported: false, state: 'unsupported' });
    });

    it('doc1 §4 proxy 1: passes no call on: 403 to members, 400 to administrators, and nothing reaches the hub', async () => {
      const id = await fixture.connect();
      const ana = await fixture.app.invite(`ana ${fixture.app.clock.now()}`);
      await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
      fixture.hub.forgetCalls();
      const path = `/api/instances/${id}/api/v2/user`;
      expect([(await ana.get(path)).status, (await admin.get(path)).status]).toEqual([403, 400]);
      expect(fixture.hub.calls()).toEqual([]);
    });

    it('of other modules is by the account of this moment, with what is shared and by whom', async () => {
      const video_apps = { ios: 'infuse' };
      const id = await fixture.connect({ media_server_config: { ...CONFIG, library_ids: ['121001'], video_apps } });
      const { server, owner, account } = await fixture.app.get(HubInstancesService).connect(id);
      expect(server).toMatchObject({ id, config: { machineIdentifier: BASEMENT, libraryIds: ['121001'] } });
      expect([server.config.apps.video, owner?.username, (await account.user()).name]).toEqual([
        video_apps,
        'mara',
        'mara',
      ]);
      expect(JSON.stringify(server)).not.toContain(fixture.hub.pins.latest.clientIdentifier);
      const films = await fixture.app.connectRadarr(admin);
      for (const other of [films, 'gone'])
        expect(await errorOf(fixture.app.get(HubInstancesService).connect(other))).toMatchObject({ status: 404 });
    });

    it('doc1 §9: hub_access_requestable while there is one', async () => {
      const requestable = async () => ((await admin.get('/api/config')).body as Fields).hub_access_requestable;
      const before = await requestable();
      const id = await fixture.connect();
      const during = await requestable();
      await admin.delete(`/api/instances/${id}`);
      expect([before, during, await requestable()]).toEqual([false, true, false]);
    });
  });
});
