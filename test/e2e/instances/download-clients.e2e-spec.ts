import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { DownloadClientsService } from '../../../src/modules/instances/connections/download-clients.service.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { QBITTORRENT_CALLS } from '../../fakes/qbittorrent/qbittorrent-fake.js';
import { SABNZBD_CALLS } from '../../fakes/sabnzbd/sabnzbd-fake.js';
import {
  DOWNLOAD_CLIENTS,
  DownloadClientsFixture,
  KNOWN_KINDS,
  QBITTORRENT_KEY,
} from '../../harness/download-clients-fixture.js';
import { errorOf } from '../../harness/error-of.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import { refusedWith } from '../../harness/refused-with.js';
import { connectionTestFailed } from './candidate.js';

describe('issue 23 §1: download clients as instances', () => {
  let fixture: DownloadClientsFixture;

  beforeAll(async () => {
    fixture = await DownloadClientsFixture.start();
  });

  afterEach(() => fixture.clear());

  afterAll(() => fixture.close());

  const row = (id: string) => fixture.app.get(Database).read((tx) => tx.findOneByOrFail(ServiceInstanceRow, { id }));
  const put = (id: string, fields: object) => fixture.admin.put(`/api/instances/${id}`, fields);
  const test = (fields: object) => fixture.admin.post('/api/instances/test', fields);
  const logins = () => fixture.qbittorrent.calls(QBITTORRENT_CALLS.login).length;

  describe.each(DOWNLOAD_CLIENTS)('%s', (kind) => {
    it('doc3 §3.1: is tried with its credential, stored, and shown without what opens it', async () => {
      expect(statusAndBody(await test(fixture.candidate(kind, { name: undefined })))).toEqual([204, undefined]);
      const { status, body } = await fixture.create(kind, { name: 'Down', is_default: true, sort_order: 3 });
      const { username } = fixture.credentialOf(kind);
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(new RegExp(`^${kind}-[0-9a-f]{8}$`)) as string,
        service_type: kind,
        name: 'Down',
        url: (fixture.candidate(kind).url as string).replace(/\/$/, ''),
        ...(username === undefined ? {} : { username }),
        ...(kind === 'qbittorrent' ? { has_api_key: false } : {}),
        is_default: false,
        sort_order: 3,
        auto_add_users: false,
        media_path_mappings: [],
        media_downloads: false,
      });
      expect((await fixture.admin.get('/api/instances')).body).toEqual([body]);
      const { apiKey, username: sealedName, password } = await row((body as { id: string }).id);
      for (const sealed of [apiKey, sealedName, password]) expect(sealed).toMatch(/^(?:v1:.+)?$/);
    });

    it('doc3 §3.2: a wrong credential is refused with its fault, and nothing is stored', async () => {
      const { status, body } = await fixture.create(kind, KNOWN_KINDS[kind].wrong);
      const { error } = body as { error: string };
      expect(error).toMatch(/^connection test failed: /);
      const reason = error.replace('connection test failed: ', '');
      expect([status, body]).toEqual([400, connectionTestFailed(reason, 'key_refused')]);
      expect((await fixture.admin.get('/api/instances')).body).toEqual([]);
    });

    it('doc3 §3.2: a blank credential keeps the stored one, which is tried where the path changes', async () => {
      const id = await fixture.connect(kind);
      const { apiKey, username, password } = await row(id);
      fixture.fake(kind).forgetCalls();
      const blank = { url: fixture.candidate(kind).url, api_key: '', username: '', password: '' };
      expect(await put(id, { ...blank, name: 'New' })).toMatchObject({ status: 200, body: { name: 'New' } });
      expect(fixture.fake(kind).calls()).toEqual([]);
      expect(await row(id)).toMatchObject({ name: 'New', apiKey, username, password });
      expect(statusAndBody(await test({ ...blank, id }))).toEqual([204, undefined]);
      expect(fixture.fake(kind).calls()).not.toEqual([]);
    });

    it('security 33: the stored credential goes to no other origin', async () => {
      const id = await fixture.connect(kind);
      fixture.fake(kind).forgetCalls();
      const url = `http://localhost:${new URL(fixture.fake(kind).url).port}`;
      for (const answer of [await put(id, { name: 'It', url }), await test({ id, url })])
        expect(statusAndBody(answer)).toEqual([
          400,
          { error: 'the credential is required again when the address changes', code: 'credential_required_again' },
        ]);
      expect(fixture.fake(kind).calls()).toEqual([]);
    });

    it('doc1 §4: is removed, and its client is dropped', async () => {
      const id = await fixture.connect(kind);
      const clients = fixture.app.get(DownloadClientsService);
      const { client } = await clients.connect(id);
      expect(await client.queue()).toMatchObject({ items: [] });
      const kept = fixture.app.get(DownloadClientsService).size;
      expect((await fixture.admin.delete(`/api/instances/${id}`)).status).toBe(204);
      expect(fixture.app.get(DownloadClientsService).size).toBe(kept - 1);
      expect(await errorOf(clients.connect(id))).toMatchObject({ status: 404 });
    });
  });

  it('doc3 §3.1: of the shapes of qBittorrent the sent one wins and clears the other', async () => {
    const id = await fixture.connect('qbittorrent');
    const { url } = fixture.candidate('qbittorrent');
    const toKey = await put(id, { name: 'It', url, api_key: QBITTORRENT_KEY });
    expect(toKey.body).toMatchObject({ has_api_key: true });
    expect(toKey.body).not.toHaveProperty('username');
    expect(await row(id)).toMatchObject({ username: '', password: '' });
    const toAccount = await put(id, { name: 'It', url, ...fixture.credentialOf('qbittorrent') });
    expect(toAccount.body).toMatchObject({ has_api_key: false, ...{ username: 'user-of-qbittorrent' } });
    expect((await row(id)).apiKey).toBe('');
  });

  it('qBittorrent that lets our address in proves no credential, and the test says so', async () => {
    fixture.qbittorrent.letsIn = true;
    const { status, body } = await test(fixture.candidate('qbittorrent'));
    fixture.qbittorrent.letsIn = false;
    expect([status, body]).toEqual([
      400,
      connectionTestFailed(
        'server lets this address in without a credential, so that none can be proved: ' +
          'leave them all empty, or switch that off in its settings',
        'lets_anybody_in',
      ),
    ]);
  });

  it('issue 43 C19: qBittorrent that lets our address in is connected without a credential', async () => {
    const { url } = fixture.candidate('qbittorrent');
    const open = { service_type: 'qbittorrent', name: 'Open', url };
    const wanted = 'server asks for a user name and a password';
    expect(statusAndBody(await test(open))).toEqual([400, connectionTestFailed(wanted, 'key_refused')]);
    fixture.qbittorrent.letsIn = true;
    const made = await fixture.admin.post('/api/instances', open);
    expect(made).toMatchObject({ status: 201, body: { has_api_key: false } });
    const { id } = made.body as { id: string };
    expect(statusAndBody(await test({ id, url }))).toEqual([204, undefined]);
    const { client } = await fixture.app.get(DownloadClientsService).connect(id);
    expect(await client.queue()).toMatchObject({ items: [] });
    fixture.qbittorrent.letsIn = false;
  });

  it('SABnzbd tells everybody its version: the test asks for what the key opens', async () => {
    await test(fixture.candidate('sabnzbd'));
    expect(fixture.sabnzbd.calls(SABNZBD_CALLS.queue)).toHaveLength(1);
  });

  it('after a refusal nobody signs in for 15 minutes: not the draft, not the instance, not its test', async () => {
    const id = await fixture.connect('qbittorrent');
    const { client } = await fixture.app.get(DownloadClientsService).connect(id);
    await client.queue();
    const { url } = fixture.candidate('qbittorrent');
    const draft = fixture.candidate('qbittorrent', { password: 'a wrong one' });
    fixture.qbittorrent.forgetCalls();
    for (let minute = 0; minute < 60; minute += 5) {
      expect((await test(draft)).body).toMatchObject({ fault: 'key_refused' });
      expect((await fixture.create('qbittorrent', { password: 'a wrong one' })).status).toBe(400);
      expect((await put(id, { name: 'It', url, password: 'a wrong one' })).body).toMatchObject({
        fault: 'key_refused',
      });
      expect((await test({ id, url, password: 'a wrong one' })).status).toBe(400);
      await fixture.app.clock.advance(5 * 60_000);
      fixture.admin = await fixture.app.refresh(fixture.admin);
    }
    expect(logins()).toBe(4);
  });

  it('a stored credential that is refused rests for the instance and its tests alike, a new name changes nothing', async () => {
    const id = await fixture.connect('qbittorrent');
    const { url } = fixture.candidate('qbittorrent');
    const clients = fixture.app.get(DownloadClientsService);
    fixture.qbittorrent.endSessions();
    fixture.qbittorrent.fail(QBITTORRENT_CALLS.login, { status: 401, body: 'Fails.' });
    fixture.qbittorrent.forgetCalls();
    for (let round = 0; round < 4; round += 1) {
      expect((await test({ id, url })).body).toMatchObject({ fault: 'key_refused' });
      const { client } = await clients.connect(id);
      expect(await errorOf(client.queue())).toMatchObject({ kind: 'unauthorized' });
      expect((await put(id, { name: `It ${round}`, url })).status).toBe(200);
    }
    expect(logins()).toBe(1);
  });

  it('the client is one object until its credential or address changes', async () => {
    const id = await fixture.connect('qbittorrent');
    const clients = fixture.app.get(DownloadClientsService);
    const { url } = fixture.candidate('qbittorrent');
    const first = await clients.connect(id);
    await put(id, { name: 'New', url });
    expect((await clients.connect(id)).client).toBe(first.client);
    await put(id, { name: 'New', url, api_key: QBITTORRENT_KEY });
    const kept = fixture.app.get(DownloadClientsService).size;
    const second = await clients.connect(id);
    expect(second.client).not.toBe(first.client);
    expect([second.instance.serviceType, fixture.app.get(DownloadClientsService).size]).toEqual(['qbittorrent', kept]);
  });

  it('another kind is no download client, and a credential that can not be opened closes the connection alone', async () => {
    const clients = fixture.app.get(DownloadClientsService);
    const films = await fixture.app.connectRadarr(fixture.admin);
    expect(await errorOf(clients.connect(films))).toMatchObject({ status: 400 });
    const id = await fixture.connect('nzbget');
    await fixture.app
      .get(Database)
      .write((tx) => tx.update(ServiceInstanceRow, { id }, { username: 'v1:scrambled', password: 'v1:scrambled' }));
    expect(await errorOf(clients.connect(id))).toMatchObject({ status: 503 });
    const { body } = await fixture.admin.get('/api/instances');
    expect(body).toContainEqual(expect.objectContaining({ id, service_type: 'nzbget' }));
    expect(body).not.toContainEqual(expect.objectContaining({ id, username: expect.anything() as string }));
    expect((await put(id, fixture.candidate('nzbget'))).body).toMatchObject({ username: 'user-of-nzbget' });
  });

  it('doc3 §2.3: the checklist has a download client, once one is connected', async () => {
    const item = async () => {
      const { body } = await fixture.admin.get('/api/admin/setup-status');
      return (body as { items: { key: string }[] }).items.find(({ key }) => key === 'download_client');
    };
    expect(await item()).toMatchObject({ configured: false, optional: true });
    await fixture.connect('deluge');
    expect(await item()).toMatchObject({ configured: true });
  });

  it('doc3 §3.2: it takes no grants, pins, assignments or webhook, and no call is passed on to it', async () => {
    const id = await fixture.connect('deluge');
    const { userId } = await fixture.app.invite('ana');
    fixture.deluge.forgetCalls();
    const grants = { user_ids: [userId] };
    const calls: [string, Promise<{ status: number; body: unknown }>, string][] = [
      ['grants', fixture.admin.put(`/api/instances/${id}/grant-users`, grants), 'this instance cannot be granted'],
      ['pins', fixture.admin.put(`/api/instances/${id}/users`, grants), 'a download client has no default'],
      [
        'assignments',
        fixture.admin.patch(`/api/instances/${id}/assignments`, { action: 'add', ...grants }),
        'this instance does not take assignments',
      ],
      [
        'grants of an account',
        fixture.admin.put(`/api/admin/users/${userId}/instance-grants`, { deluge: [id] }),
        'this instance cannot be granted',
      ],
      [
        'pins of an account',
        fixture.admin.put(`/api/admin/users/${userId}/default-instances`, { deluge: id }),
        'a download client has no default',
      ],
      ['webhook', fixture.admin.post(`/api/instances/${id}/webhook`, {}), 'instances of this type have no webhook'],
      ['proxy', fixture.admin.get(`/api/instances/${id}/json`), 'calls are not passed on to Deluge'],
      [
        'libraries',
        fixture.admin.post('/api/instances/media-server/libraries', { id }),
        'this instance is not a media server',
      ],
    ];
    for (const [what, call, error] of calls) {
      const { status, body } = await call;
      expect([what, status, body]).toEqual([what, 400, refusedWith(error)]);
    }
    expect((await fixture.admin.get(`/api/instances/${id}/webhook`)).body).toMatchObject({
      supported: false,
      state: 'unsupported',
    });
    expect(fixture.deluge.calls()).toEqual([]);
  });

  it('is invisible to members: in lists, in the configuration, and by its id', async () => {
    const id = await fixture.connect('qbittorrent');
    const member = await fixture.app.invite('ben');
    const { body } = await member.get('/api/config');
    expect(body).toMatchObject({ instances: [] });
    expect((await fixture.admin.get('/api/config')).body).toMatchObject({
      instances: [{ id, service_type: 'qbittorrent', is_default: false, assigned: false, request_default: false }],
    });
    expect((await member.get('/api/media-servers')).body).toEqual([]);
    const paths = (named: string) => [
      `/api/instances/${named}/api/v3/movie`,
      `/api/instances/${named}/api/v2/torrents/info`,
      `/api/library/movies?instance_id=${named}`,
    ];
    const answers = async (named: string) =>
      Promise.all(paths(named).map(async (path) => statusAndBody(await member.get(path))));
    const [seen, unknown] = [await answers(id), await answers('qbittorrent-00000000')];
    expect(seen).toEqual(unknown);
    const ask = (named: string) =>
      member.post('/api/requests', { media_type: 'movie', tmdb_id: 1, title: 'x', instance_id: named });
    expect(statusAndBody(await ask(id))).toEqual(statusAndBody(await ask('qbittorrent-00000000')));
    expect(fixture.qbittorrent.calls(QBITTORRENT_CALLS.list)).toEqual([]);
  });
});
