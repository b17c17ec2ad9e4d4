import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { foreignWords, type Sentence } from '../../../src/core/errors/sentence.js';
import { PortRegistry } from '../../../src/core/ports/port-registry.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import {
  INSTANCE_DEPENDENTS,
  InstanceChanged,
  InstanceRemoved,
} from '../../../src/modules/instances/instances.public.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { candidate, SERVICE_TYPE_UNKNOWN } from './candidate.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('configured instances', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  const listed = async (): Promise<Record<string, unknown>[]> =>
    (await admin.get('/api/instances')).body as Record<string, unknown>[];

  describe('creating', () => {
    it('doc3 §3.2: answers 201 with the instance, its generated id and the defaults of what was left out', async () => {
      const { status, body } = await admin.post('/api/instances', candidate(app, { url: `${app.radarr.url}//` }));
      expect(status).toBe(201);
      expect(body).toEqual({
        id: expect.stringMatching(/^movie_manager-[0-9a-f]{8}$/),
        service_type: 'movie_manager',
        name: 'Films',
        url: app.radarr.url,
        is_default: false,
        sort_order: 0,
        auto_add_users: true,
        media_path_mappings: [],
        media_downloads: false,
      });
    });

    it('doc3 §3.1: takes an id of the caller', async () => {
      expect(await app.connectRadarr(admin, { id: 'films_4K-1' })).toBe('films_4K-1');
    });

    it('answers 409 for an id that is taken, and leaves the instance that has it', async () => {
      await app.connectRadarr(admin, { id: 'films', name: 'First' });
      const { status, body } = await admin.post('/api/instances', candidate(app, { id: 'films', name: 'Second' }));
      expect({ status, body }).toEqual({
        status: 409,
        body: { error: 'instance id is already taken', code: 'instance_id_taken' },
      });
      expect(await listed()).toMatchObject([{ id: 'films', name: 'First' }]);
    });

    it('gives one id to one of two that ask for it at once', async () => {
      const attempts = ['First', 'Second'].map((name) =>
        admin.post('/api/instances', candidate(app, { id: 'a', name })),
      );
      const statuses = (await Promise.all(attempts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([201, 409]);
      expect(await listed()).toHaveLength(1);
    });

    it.each([
      [{ service_type: 'radarr' }, SERVICE_TYPE_UNKNOWN],
      [{ service_type: undefined }, SERVICE_TYPE_UNKNOWN],
      [{ service_type: 7 }, 'service_type must be a string'],
      [{ name: '' }, 'name is required'],
      [{ name: { first: 'Films' } }, 'name must be a string'],
      [{ url: 'films.test' }, 'url must be an absolute http or https address'],
      [{ url: 'http://ana:pass@films.test' }, 'url must not contain a user name or password'],
      [{ url: 'http://films.test?a=1' }, 'url must not contain a query'],
      [{ url: 'http://films.test#a' }, 'url must not contain a fragment'],
      [{ url: ['http://films.test'] }, 'url must be a string'],
      [{ api_key: '' }, 'api_key is required'],
      [{ api_key: null }, 'api_key is required'],
      [{ api_key: 12345 }, 'api_key must be a string'],
      [{ api_key: 'key\r\nX-Other: 1' }, 'api_key must be at most 512 printable characters'],
      [{ is_default: 'yes' }, 'is_default must be true or false'],
      [{ sort_order: '3' }, 'sort_order must be a whole number'],
      [{ sort_order: 1.5 }, 'sort_order must be a whole number'],
      [{ sort_order: 2 ** 31 }, 'sort_order must be at most 2147483647'],
      [{ auto_add_users: 1 }, 'auto_add_users must be true or false'],
      [{ media_path_mappings: 'none' }, 'media_path_mappings must be a list'],
      [
        { media_path_mappings: [{ arr_path: '/movies', service_path: '/srv' }] },
        'invalid media path mappings: mapping 1 service_path must be inside a media root',
      ],
      [{ id: '../films' }, 'id must be 1 to 64 letters, digits, "_" or "-"'],
      [{ id: 'test' }, 'id is a reserved word'],
      [{ id: 5 }, 'id must be a string'],
    ])('with %j is refused with 400 before anything is dialed or written', async (fault, error) => {
      app.radarr.forgetCalls();
      const { status, body } = await admin.post('/api/instances', candidate(app, fault));
      expect({ status, body }).toEqual({ status: 400, body: refusedWith(error) });
      expect(app.radarr.calls()).toEqual([]);
      expect(await listed()).toEqual([]);
    });

    it('doc3 §0: ignores unknown members, and takes the empty mappings that it serves', async () => {
      const fields = { media_path_mappings: [], media_downloads: true, surprise: 1, created_at: 'yesterday' };
      const { status, body } = await admin.post('/api/instances', candidate(app, fields));
      expect(status).toBe(201);
      expect(body).toMatchObject({ media_path_mappings: [], media_downloads: false });
      expect(body).not.toHaveProperty('surprise');
    });
  });

  describe('listing', () => {
    it('doc3 §3.2: is a bare array that is not cached, by sort_order, name, id', async () => {
      await app.connectRadarr(admin, { id: 'd', name: 'Beta', sort_order: 1 });
      await app.connectRadarr(admin, { id: 'c', name: 'Alpha', sort_order: 1 });
      await app.connectRadarr(admin, { id: 'b', name: 'Alpha', sort_order: 1 });
      await app.connectRadarr(admin, { id: 'a', name: 'Zeta', sort_order: -1 });
      const { status, body, headers } = await admin.get('/api/instances');
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('no-store');
      expect((body as { id: string }[]).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd']);
    });

    it('is an empty array when there is none', async () => {
      expect(await listed()).toEqual([]);
    });
  });

  describe('changing', () => {
    it('doc1 §2: keeps the credential when blank, and what was left out', async () => {
      const id = await app.connectRadarr(admin, { is_default: true, sort_order: 3, auto_add_users: false });
      const update = { name: 'Cinema', url: app.radarr.url, api_key: '' };
      const { status, body } = await admin.put(`/api/instances/${id}`, update);
      expect(status).toBe(200);
      expect(body).toMatchObject({ id, name: 'Cinema', is_default: true, sort_order: 3, auto_add_users: false });
      expect((await admin.post('/api/instances/test', { id, url: app.radarr.url })).status).toBe(204);
    });

    it('sets what was sent', async () => {
      const id = await app.connectRadarr(admin, { is_default: true });
      const changes = { is_default: false, sort_order: 9, auto_add_users: false };
      const { body } = await admin.put(`/api/instances/${id}`, candidate(app, changes));
      expect(body).toMatchObject(changes);
      expect(await listed()).toMatchObject([changes]);
    });

    it('doc3 §3.1: cannot change the service_type', async () => {
      const id = await app.connectRadarr(admin);
      const { status, body } = await admin.put(`/api/instances/${id}`, candidate(app, { service_type: 'tv_manager' }));
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'service_type cannot be changed', code: 'service_type_fixed' },
      });
    });

    it('does not take a new id from the body', async () => {
      const id = await app.connectRadarr(admin);
      await admin.put(`/api/instances/${id}`, candidate(app, { id: 'other' }));
      expect(await listed()).toMatchObject([{ id }]);
    });

    it('answers 404 for an unknown id, however it is written', async () => {
      for (const id of ['gone', '%00', 'a'.repeat(3000), '%E2%82%AC']) {
        const { status, body } = await admin.put(`/api/instances/${id}`, candidate(app));
        expect({ status, body }).toEqual({
          status: 404,
          body: { error: 'instance not found', code: 'instance_missing' },
        });
      }
    });

    it('is reported to other modules once it is saved, and not when it is refused', async () => {
      const changed: string[] = [];
      const stop = app.get(EventBus).on(InstanceChanged, ({ instanceId }) => void changed.push(instanceId));
      const id = await app.connectRadarr(admin);
      await admin.put(`/api/instances/${id}`, candidate(app, { name: '' }));
      await admin.put(`/api/instances/${id}`, candidate(app, { name: 'Cinema' }));
      stop();
      expect(changed).toEqual([id, id]);
    });
  });

  describe('the default of a kind', () => {
    it('doc3 §3.1: is one at most: setting it on one takes it from the other, by create and by update', async () => {
      const first = await app.connectRadarr(admin, { name: 'A', is_default: true });
      const second = await app.connectRadarr(admin, { name: 'B', is_default: true });
      expect(await listed()).toMatchObject([
        { id: first, is_default: false },
        { id: second, is_default: true },
      ]);
      await admin.put(`/api/instances/${first}`, candidate(app, { name: 'A', is_default: true }));
      expect(await listed()).toMatchObject([
        { id: first, is_default: true },
        { id: second, is_default: false },
      ]);
    });

    it('is one when many claim it at once', async () => {
      const ids = await Promise.all(['a', 'b', 'c', 'd'].map((id) => app.connectRadarr(admin, { id })));
      const claims = ids.map((id) => admin.put(`/api/instances/${id}`, candidate(app, { is_default: true })));
      expect((await Promise.all(claims)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect((await listed()).filter(({ is_default: isDefault }) => isDefault)).toHaveLength(1);
    });
  });

  describe('deleting', () => {
    it('doc3 §3.2: answers 204 with no body, and 404 the next time', async () => {
      const id = await app.connectRadarr(admin);
      const { status, text } = await admin.delete(`/api/instances/${id}`);
      expect({ status, text }).toEqual({ status: 204, text: '' });
      const again = await admin.delete(`/api/instances/${id}`);
      expect({ status: again.status, body: again.body }).toEqual({
        status: 404,
        body: { error: 'instance not found', code: 'instance_missing' },
      });
    });

    it('is reported to other modules once it is done', async () => {
      const removed: string[] = [];
      const stop = app.get(EventBus).on(InstanceRemoved, ({ instanceId }) => void removed.push(instanceId));
      const id = await app.connectRadarr(admin);
      await admin.delete(`/api/instances/${id}`);
      await admin.delete(`/api/instances/${id}`);
      stop();
      expect(removed).toEqual([id]);
    });

    it('doc4 decisions: answers 409 with the objection while something needs the instance, and keeps it', async () => {
      const id = await app.connectRadarr(admin);
      await admin.patch(`/api/instances/${id}/assignments`, { action: 'add', user_ids: [1] });
      let objection: Sentence | null = foreignWords('two requests wait for this instance');
      const forgotten: string[] = [];
      app.get(PortRegistry).register(INSTANCE_DEPENDENTS, {
        objectionToRemoval: () => Promise.resolve(objection),
        forgetInstance: (_tx, instanceId) => Promise.resolve(void forgotten.push(instanceId)),
      });
      const { status, body } = await admin.delete(`/api/instances/${id}`);
      expect({ status, body }).toEqual({ status: 409, body: refusedWith('two requests wait for this instance') });
      const rows = await admin.get(`/api/instances/${id}/assignments`);
      expect(rows.body).toMatchObject([{ user_id: 1, assigned: true }]);
      expect(forgotten).toEqual([]);
      objection = null;
      expect((await admin.delete(`/api/instances/${id}`)).status).toBe(204);
      expect(forgotten).toEqual([id]);
    });
  });
});
