import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import {
  AssignmentsChanged,
  INSTANCE_DEPENDENTS,
  InstanceChanged,
} from '../../../src/modules/instances/instances.public.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { tableRows } from '../../harness/database-inspection.js';
import { manualPromise } from '../../harness/manual-promise.js';
import { MEDIA_SERVERS, MediaServersFixture } from '../../harness/media-servers-fixture.js';
import { statusAndBody } from '../../harness/status-and-body.js';
import type { Session } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';
import { connectionTestFailed } from './candidate.js';

type Fields = Readonly<Record<string, unknown>>;

const failed = (reason: string, fault: string) => [400, connectionTestFailed(reason, fault)];

describe('self-hosted media servers', () => {
  let fixture: MediaServersFixture;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    fixture = await MediaServersFixture.start();
    ({ admin } = fixture);
    ana = await fixture.app.invite('ana');
  });

  afterEach(() => fixture.clear());

  afterAll(() => fixture.close());

  const list = async (): Promise<readonly Fields[]> => (await admin.get('/api/instances')).body as readonly Fields[];
  const libraries = (body: Fields, by = admin) => by.post('/api/instances/media-server/libraries', body);

  describe.each(MEDIA_SERVERS)('$kind', ({ kind, keyCall, librariesCall, keyHeader, product, other }) => {
    const fake = () => fixture.fake(kind);
    const candidate = (fields?: Fields) => fixture.candidate(kind, fields);
    const isAudio = kind === 'audiobook_server';

    describe('doc3 §3.2: the connection test', () => {
      const test = (fields?: Fields) => admin.post('/api/instances/test', candidate(fields));

      it('answers 204 and saves nothing; the key goes in its header and nowhere else', async () => {
        expect(statusAndBody(await test({ name: undefined }))).toEqual([204, undefined]);
        const [name, value] = keyHeader(fixture.keyOf(kind));
        const key = fixture.keyOf(kind);
        const [call] = fake().calls(keyCall);
        expect(call?.headers[name]).toContain(kind === 'video_server_a' ? `Token="${key}"` : value);
        expect(
          fake()
            .calls()
            .map(({ query }) => query),
        ).toEqual(
          fake()
            .calls()
            .map(() => ({})),
        );
        expect(await list()).toEqual([]);
      });

      it.each([
        ['says that the key is wrong', 401, 'invalid API key', 'key_refused'],
        ['says which status an unfit server returned', 500, 'server returned status 500', 'status'],
      ] as const)('%s', async (_, status, reason, fault) => {
        fake().fail(keyCall, status);
        expect(statusAndBody(await test())).toEqual(failed(reason, fault));
      });

      it('security 8: follows no redirect, and says where it leads without its query', async () => {
        const probe = isAudio ? 'GET /status' : keyCall;
        const { radarr } = fixture.app;
        fake().fail(probe, { status: 302, headers: { location: `${radarr.url}/login?key=abc` } });
        radarr.forgetCalls();
        const reason = `server redirected with status 302 to ${radarr.url}/login`;
        expect(statusAndBody(await test())).toEqual(failed(reason, 'redirected'));
        expect(radarr.calls()).toEqual([]);
      });

      it('is not passed by another product', async () => {
        const answer = isAudio ? { app: 'navidrome' } : { Id: 'x', Version: '1', ProductName: 'Another Server' };
        fake().fail(isAudio ? 'GET /status' : keyCall, { body: answer });
        expect(statusAndBody(await test())).toEqual(failed(other, 'wrong_app'));
      });

      it.each(['garbage', 'empty', 'cut-body', 'reset'] as const)('answers 400 and not 500 on %s', async (how) => {
        fake().fail(keyCall, how);
        const { status, body } = await test();
        const { error, fault } = body as { readonly error: string; readonly fault: string };
        expect(error).toMatch(/^connection test failed: /);
        expect(fault).toMatch(/^(not_the_app|connection_failed)$/);
        expect([status, body]).toEqual(failed(error.replace('connection test failed: ', ''), fault));
      });

      it('takes no longer than ten seconds', async () => {
        const arrived = fake().nextCall(keyCall);
        fake().fail(keyCall, 'timeout');
        const late = test();
        await arrived;
        await fixture.app.clock.advance(10_000);
        expect((await late).status).toBe(400);
      });

      it('of a stored server falls back to its address and its key, and to its type even where another is sent', async () => {
        const id = await fixture.connect(kind);
        expect((await admin.post('/api/instances/test', { id })).status).toBe(204);
        const typed = { id, service_type: 'movie_manager', url: `${fake().url}/`, api_key: ' ' };
        expect((await admin.post('/api/instances/test', typed)).status).toBe(204);
        const wrong = await admin.post('/api/instances/test', { ...typed, api_key: 'another' });
        expect(statusAndBody(wrong)).toEqual(failed('invalid API key', 'key_refused'));
      });
    });

    describe('a new instance', () => {
      const CONFIG = {
        public_address: ' https://den.example/play/ ',
        library_ids: ['b', ' a', 'b'],
        ...(isAudio ? { listening_apps: { ios: 'shelfplayer' } } : { video_apps: { ios: 'infuse' } }),
      };
      const SHOWN = {
        public_address: 'https://den.example/play',
        library_ids: ['a', 'b'],
        machine_identifier: '',
        ...(isAudio ? { listening_apps: { ios: 'shelfplayer', android: '' } } : { video_apps: { ios: 'infuse' } }),
      };

      it('doc3 §3.1: is shown with its configuration and without its key, and is nobody’s default', async () => {
        const { status, body } = await fixture.create(kind, { media_server_config: CONFIG, is_default: true });
        expect(status).toBe(201);
        expect(body).toEqual({
          id: expect.stringMatching(new RegExp(`^${kind}-[0-9a-f]{8}$`)) as string,
          service_type: kind,
          name: kind,
          url: fake().url,
          is_default: false,
          sort_order: 0,
          auto_add_users: false,
          media_path_mappings: [],
          media_downloads: false,
          media_server_config: SHOWN,
        });
        expect(await list()).toEqual([body]);
      });

      it.each<readonly [Fields, string]>([
        [{ api_key: '' }, 'api_key is required'],
        [{ auto_add_users: true }, 'auto_add_users is for library managers only'],
        [{ hub_link_pin: 5 }, 'hub_link_pin is for Plex only'],
        [{ media_server_config: { auto_approve: true } }, 'media_server_config auto_approve is for Plex only'],
      ])('with %j is refused before anybody is dialed', async (fields, error) => {
        expect(statusAndBody(await fixture.create(kind, fields))).toEqual([400, refusedWith(error)]);
        expect([fake().calls(), await list()]).toEqual([[], []]);
      });

      it('that fails its test is not saved', async () => {
        expect(statusAndBody(await fixture.create(kind, { api_key: 'another' }))).toEqual(
          failed('invalid API key', 'key_refused'),
        );
        expect(await list()).toEqual([]);
      });

      it('security 4 and 26: keeps its key sealed: no row holds it', async () => {
        await fixture.connect(kind);
        const rows = JSON.stringify(await tableRows(fixture.app.databaseFile));
        expect(rows).toContain(fake().url);
        expect(rows).not.toContain(fixture.keyOf(kind));
      });
    });

    describe('a change', () => {
      const CONFIG = { public_address: 'https://den.example', library_ids: ['a'] };
      const put = (id: string, fields: Fields) =>
        admin.put(`/api/instances/${id}`, { name: 'Den', url: fake().url, ...fields });

      it('doc1 §2: keeps the configuration that it leaves out, and dials nobody at the same address', async () => {
        const id = await fixture.connect(kind, { media_server_config: CONFIG });
        fake().forgetCalls();
        const kept = await put(id, {});
        const changed = await put(id, { media_server_config: { library_ids: ['c'] } });
        expect([kept.body, changed.body]).toMatchObject([
          { name: 'Den', media_server_config: CONFIG },
          { media_server_config: { public_address: '', library_ids: ['c'] } },
        ]);
        expect(fake().calls()).toEqual([]);
        expect((await put(id, { service_type: 'hub' })).status).toBe(400);
      });

      it('publishes that the instance has changed', async () => {
        const id = await fixture.connect(kind);
        const heard: string[] = [];
        fixture.app.get(EventBus).on(InstanceChanged, ({ instanceId }) => void heard.push(instanceId));
        await put(id, { media_server_config: { library_ids: ['c'] } });
        expect(heard).toEqual([id]);
      });

      it('security 33: to another origin needs the key again, and nobody is dialed without it', async () => {
        const id = await fixture.connect(kind);
        fake().forgetCalls();
        const url = fake().url.replace('127.0.0.1', 'localhost');
        const refused = [
          400,
          { error: 'api_key is required when the address changes', code: 'api_key_required_again' },
        ];
        expect(statusAndBody(await put(id, { url }))).toEqual(refused);
        expect(statusAndBody(await admin.post('/api/instances/test', { id, url }))).toEqual(refused);
        expect(statusAndBody(await libraries({ id, url }))).toEqual(refused);
        expect(fake().calls()).toEqual([]);
      });

      it('security 26: of a server whose key can not be opened is a new key; until then it is 503, and stays what it is', async () => {
        const id = await fixture.connect(kind);
        await fixture.app
          .get(Database)
          .write((tx) => tx.update(ServiceInstanceRow, { id }, { apiKey: 'v1:scrambled' }));
        const unopened = await libraries({ id });
        expect([unopened.status, await list()]).toMatchObject([503, [{ id, service_type: kind }]]);
        expect((await put(id, { api_key: fixture.keyOf(kind) })).status).toBe(200);
        expect((await libraries({ id })).status).toBe(200);
      });
    });

    describe('doc3 §3.2: the libraries', () => {
      it('are those of a candidate, or of a stored server by its own key, and kept by nobody', async () => {
        const id = await fixture.connect(kind);
        const [typed, stored] = [await libraries(candidate()), await libraries({ id })];
        expect([typed.status, typed.headers.get('cache-control')]).toEqual([200, 'no-store']);
        expect(stored.body).toEqual(typed.body);
        const text = expect.any(String) as string;
        const named = isAudio
          ? [
              { id: 'books-1', name: 'Books', collection_type: 'book' },
              { id: 'podcasts-1', name: 'Podcasts', collection_type: 'podcast' },
            ]
          : [
              { id: text, name: 'Movies', collection_type: 'movies' },
              { id: text, name: 'Mixed', collection_type: '' },
            ];
        const { server_name, version } = typed.body as { server_name: string; version: string };
        expect(typed.body).toEqual({ server_name, version, libraries: named });
        expect([server_name, version]).toEqual([isAudio ? product : text, text]);
      });

      it('that can not be read are a failed test, never an empty list', async () => {
        fake().fail(librariesCall, 500);
        expect(statusAndBody(await libraries(candidate()))).toEqual(failed('server returned status 500', 'status'));
        expect(statusAndBody(await libraries(candidate({ api_key: 'another' })))).toEqual(
          failed('invalid API key', 'key_refused'),
        );
      });

      it('are waited for no longer than fifteen seconds', async () => {
        const { promise, resolve } = manualPromise<void>();
        const arrived = fake().nextCall(keyCall);
        fake().meanwhile(keyCall, () => promise);
        const listed = fake().nextCall(librariesCall);
        fake().fail(librariesCall, 'timeout');
        const late = libraries(candidate());
        await arrived;
        await fixture.app.clock.advance(8_000);
        resolve();
        await listed;
        await fixture.app.clock.advance(7_000);
        expect(statusAndBody(await late)).toEqual(failed('could not reach server: no answer in time', 'timed_out'));
      });
    });

    describe('doc3 §11: access', () => {
      const config = async (by: Session) =>
        ((await by.get('/api/config')).body as { instances: readonly Fields[] }).instances;

      it('is by grants alone: by instance or by account, each of which publishes what has changed', async () => {
        const id = await fixture.connect(kind, { media_server_config: { public_address: 'https://den.example' } });
        const heard: string[] = [];
        fixture.app.get(EventBus).on(AssignmentsChanged, ({ instanceId }) => void heard.push(instanceId));
        expect(await config(ana)).toEqual([]);
        const granted = await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
        expect(granted.body).toEqual([{ user_id: ana.userId, instance_id: id }]);
        const flags = { media_downloads: false, is_default: false, assigned: true, request_default: false };
        expect(await config(ana)).toEqual([{ id, service_type: kind, name: kind, ...flags }]);
        const taken = await admin.put(`/api/admin/users/${ana.userId}/instance-grants`, { [kind]: null });
        expect([taken.body, await config(ana)]).toEqual([{}, []]);
        expect(heard).toEqual([id, id]);
      });

      it('knows no assignments, no defaults and no webhook', async () => {
        const id = await fixture.connect(kind);
        await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
        const answers = [
          await admin.get(`/api/instances/${id}/assignments`),
          await admin.patch(`/api/instances/${id}/assignments`, { action: 'add', user_ids: [ana.userId] }),
          await admin.put(`/api/instances/${id}/users`, { user_ids: [ana.userId] }),
          await admin.put(`/api/admin/users/${ana.userId}/default-instances`, { [kind]: id }),
          await admin.post(`/api/instances/${id}/webhook`),
        ];
        expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
        const state = await admin.get(`/api/instances/${id}/webhook`);
        expect(state.body).toMatchObject({ supported: false, state: 'unsupported' });
      });

      it('is given to no new account by itself', async () => {
        const id = await fixture.connect(kind);
        await fixture.app.invite(`new at ${kind}`);
        expect((await admin.get(`/api/instances/${id}/grant-users`)).body).toEqual([]);
      });

      it('security 9: nobody but administrators reaches what is behind an address', async () => {
        const id = await fixture.connect(kind);
        fake().forgetCalls();
        const denied = [403, refusedWith('permission denied')];
        expect(statusAndBody(await libraries({ id }, ana))).toEqual(denied);
        expect(statusAndBody(await libraries(candidate(), ana))).toEqual(denied);
        expect(statusAndBody(await ana.post('/api/instances/test', candidate()))).toEqual(denied);
        expect(fake().calls()).toEqual([]);
      });
    });

    it('is deleted with its grants', async () => {
      const id = await fixture.connect(kind);
      await admin.put(`/api/instances/${id}/grant-users`, { user_ids: [ana.userId] });
      expect((await admin.delete(`/api/instances/${id}`)).status).toBe(204);
      expect((await admin.get(`/api/admin/users/${ana.userId}/instance-grants`)).body).toEqual({});
    });
  });

  it('an API key of somebody who is no administrator does not connect an audiobook server', async () => {
    const { audiobookshelf } = fixture;
    audiobookshelf.keyOwner = audiobookshelf.given.account({ username: 'guest' });
    const { status, body } = await fixture.create('audiobook_server');
    audiobookshelf.keyOwner = audiobookshelf.root;
    expect([status, body]).toEqual(failed('the API key is not that of an administrator', 'key_lacks_rights'));
  });

  it('one that moves to another address lets its dependents know in the same write; a new configuration moves nothing', async () => {
    const id = await fixture.connect('video_server_a');
    const moved: string[] = [];
    fixture.app.get(PortRegistry).register(INSTANCE_DEPENDENTS, {
      objectionToRemoval: () => Promise.resolve(null),
      forgetInstance: () => Promise.resolve(),
      instanceMoved: (_, instanceId) => Promise.resolve(void moved.push(instanceId)),
    });
    const { url } = fixture.jellyfin;
    const change = (fields: Fields) => admin.put(`/api/instances/${id}`, { name: 'Den', url, ...fields });
    await change({ media_server_config: { library_ids: ['a'], machine_identifier: 'x' } });
    expect(moved).toEqual([]);
    const { emby } = fixture;
    emby.route('GET /System/Info', () => ({ body: { Id: 'a', Version: '10.11.0', ProductName: 'Jellyfin Server' } }));
    expect((await change({ url: emby.url, api_key: emby.apiKey })).status).toBe(200);
    expect(moved).toEqual([id]);
  });
});
