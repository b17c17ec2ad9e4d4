import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { SecretBox } from '../../../src/core/secrets/secret-box.js';
import { Secret } from '../../../src/core/secrets/secret.js';
import { SystemRandom } from '../../../src/core/time/random.js';
import {
  InstanceAccessService,
  InstanceDirectoryService,
  InstanceClientsService,
} from '../../../src/modules/instances/instances.public.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { INSTANCE_SECRETS } from '../../../src/modules/instances/sealed-columns.js';
import { errorOf } from '../../harness/error-of.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { candidate } from './candidate.js';
import { refusedWith } from '../../harness/refused-with.js';

describe('access to instances', () => {
  let app: App;
  let admin: Session;
  let ana: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    ana = await app.invite('ana');
  });

  beforeEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  const assign = (id: string, action: 'add' | 'remove' = 'add') =>
    admin.patch(`/api/instances/${id}/assignments`, { action, user_ids: [ana.userId] });

  const stored = (id: string): Promise<ServiceInstanceRow> =>
    app.get(Database).read((tx) => tx.findOneByOrFail(ServiceInstanceRow, { id }));

  const storeKey = (id: string, apiKey: string): Promise<unknown> =>
    app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, { apiKey }));

  describe('security 9: the routes of administrators', () => {
    const calls = (id: string) =>
      [
        ['GET', '/api/instances', undefined],
        ['POST', '/api/instances', candidate(app)],
        ['POST', '/api/instances/test', candidate(app)],
        ['PUT', `/api/instances/${id}`, candidate(app, { name: 'Mine' })],
        ['DELETE', `/api/instances/${id}`, undefined],
        ['GET', `/api/instances/${id}/assignments`, undefined],
        ['PATCH', `/api/instances/${id}/assignments`, { action: 'add', user_ids: [ana.userId] }],
      ] as const;

    const send = (client: App['http'], [method, path, body]: ReturnType<typeof calls>[number]) => {
      switch (method) {
        case 'GET':
          return client.get(path);
        case 'POST':
          return client.post(path, body);
        case 'PUT':
          return client.put(path, body);
        case 'PATCH':
          return client.patch(path, body);
        case 'DELETE':
          return client.delete(path);
      }
    };

    it('answer a member 403 alike for known and unknown ids; nothing is dialed or changed', async () => {
      const id = await app.connectRadarr(admin);
      const before = await stored(id);
      await assign(id);
      app.radarr.forgetCalls();
      for (const call of [...calls(id), ...calls('gone')]) {
        const { status, body } = await send(ana, call);
        expect({ call, status, body }).toEqual({ call, status: 403, body: refusedWith('permission denied') });
      }
      expect(app.radarr.calls()).toEqual([]);
      expect(await stored(id)).toEqual(before);
    });

    it('answer 401 to somebody who has not signed in', async () => {
      const id = await app.connectRadarr(admin);
      for (const call of calls(id)) expect((await send(app.http, call)).status).toBe(401);
    });
  });

  describe('of a member', () => {
    it('doc1 routing rule 2: is what is granted, at this moment', async () => {
      const id = await app.connectRadarr(admin, { is_default: true });
      const mayUse = () =>
        app.get(Database).read((tx) => app.get(InstanceAccessService).mayUse(tx, ana.userId, 'user', id));
      expect(await mayUse()).toBe(false);
      await assign(id);
      expect(await mayUse()).toBe(true);
      await assign(id, 'remove');
      expect(await mayUse()).toBe(false);
    });

    it('doc1 routing rule 2: leads a request to the named instance or nowhere', async () => {
      const granted = await app.connectRadarr(admin, { name: 'A' });
      const hidden = await app.connectRadarr(admin, { name: 'B', is_default: true });
      await assign(granted);
      const requester = { userId: ana.userId, role: 'user' } as const;
      const resolve = (named?: string) =>
        app
          .get(Database)
          .read((tx) => app.get(InstanceAccessService).resolveDestination(tx, requester, 'movie_manager', named));
      expect(await resolve()).toMatchObject({ id: granted });
      expect(await resolve(granted)).toMatchObject({ id: granted });
      expect(await errorOf(resolve(hidden))).toMatchObject({ status: 403 });
      expect(await errorOf(resolve('gone'))).toMatchObject({ status: 400 });
      await assign(granted, 'remove');
      expect(await errorOf(resolve())).toMatchObject({ status: 403 });
    });
  });

  describe('those that somebody may use', () => {
    it('are of the kind that was asked for, and granted unless an administrator asks', async () => {
      const granted = await app.connectRadarr(admin, { name: 'A' });
      const hidden = await app.connectRadarr(admin, { name: 'B' });
      await app.connectSonarr(admin);
      await assign(granted);
      const usable = async (userId: number, role: 'user' | 'admin') => {
        const kind = 'movie_manager';
        const records = await app
          .get(Database)
          .read((tx) => app.get(InstanceAccessService).usable(tx, { userId, role }, kind));
        return records.map(({ id }) => id);
      };
      expect(await usable(ana.userId, 'user')).toEqual([granted]);
      expect(await usable(1, 'admin')).toEqual([granted, hidden]);
    });
  });

  describe('of an administrator', () => {
    it('is to every instance that exists, without a grant', async () => {
      const id = await app.connectRadarr(admin);
      const mayUse = (instanceId: string) =>
        app.get(Database).read((tx) => app.get(InstanceAccessService).mayUse(tx, 1, 'admin', instanceId));
      expect(await mayUse(id)).toBe(true);
      expect(await mayUse('gone')).toBe(false);
    });

    it('without any instance leads a request nowhere', async () => {
      const resolving = app
        .get(Database)
        .read((tx) =>
          app.get(InstanceAccessService).resolveDestination(tx, { userId: 1, role: 'admin' }, 'movie_manager'),
        );
      expect(await errorOf(resolving)).toMatchObject({ status: 400, safeText: 'no Radarr instance is configured' });
    });
  });

  describe('a connection', () => {
    it('is made with the address and key of this moment', async () => {
      const id = await app.connectRadarr(admin);
      const radarr = await app.get(InstanceClientsService).connect('movie_manager', id);
      expect(await radarr.qualityProfiles()).toHaveLength(1);
    });

    it('is made by the kind of the instance, and to no other kind', async () => {
      const films = await app.connectRadarr(admin);
      const series = await app.connectSonarr(admin);
      const sonarr = await app.get(InstanceClientsService).connect('tv_manager', series);
      expect(await sonarr.qualityProfiles()).toHaveLength(1);
      expect(await errorOf(app.get(InstanceClientsService).connect('tv_manager', films))).toMatchObject({
        code: 'instance_missing',
      });
      expect(await errorOf(app.get(InstanceClientsService).connect('movie_manager', series))).toMatchObject({
        code: 'instance_missing',
      });
    });

    it('to an instance that does not exist is refused as missing', async () => {
      expect(await errorOf(app.get(InstanceClientsService).connect('movie_manager', 'gone'))).toMatchObject({
        code: 'instance_missing',
      });
    });
  });

  describe('security 26: the stored credential', () => {
    it('is sealed, and never the same text twice', async () => {
      const rows = [await stored(await app.connectRadarr(admin)), await stored(await app.connectRadarr(admin))];
      for (const row of rows) {
        expect(row.apiKey).toMatch(/^v1:/);
        expect(Buffer.from(row.apiKey.slice(3), 'base64').toString('latin1')).not.toContain(app.radarr.apiKey);
      }
      expect(rows[0]?.apiKey).not.toBe(rows[1]?.apiKey);
    });

    it('does not open in the row of another instance', async () => {
      const id = await app.connectRadarr(admin);
      const other = await app.connectRadarr(admin);
      await storeKey(id, (await stored(other)).apiKey);
      expect(await errorOf(app.get(InstanceClientsService).connect('movie_manager', id))).toMatchObject({
        status: 503,
      });
    });

    describe('that a wrong key cannot open', () => {
      let id: string;

      beforeEach(async () => {
        id = await app.connectRadarr(admin, { is_default: true });
        const otherBox = new SecretBox(randomBytes(32), new SystemRandom());
        await storeKey(id, otherBox.seal(Secret.of(app.radarr.apiKey), INSTANCE_SECRETS.apiKey.at(id)));
        app.radarr.forgetCalls();
      });

      it('closes the connection with 503, and nobody is dialed', async () => {
        expect(await errorOf(app.get(InstanceClientsService).connect('movie_manager', id))).toMatchObject({
          status: 503,
        });
        const test = await admin.post('/api/instances/test', { id, url: app.radarr.url });
        const move = await admin.put(`/api/instances/${id}`, { name: 'Films', url: `${app.radarr.url}/base` });
        for (const { status, body } of [test, move]) {
          expect({ status, body }).toEqual({
            status: 503,
            body: refusedWith('temporarily unavailable, retry shortly'),
          });
        }
        expect(app.radarr.calls()).toEqual([]);
      });

      it('leaves the instance listed and classified as it was', async () => {
        expect((await admin.get('/api/instances')).body).toMatchObject([{ id, service_type: 'movie_manager' }]);
        const record = await app.get(Database).read((tx) => app.get(InstanceDirectoryService).byId(tx, id));
        expect(record).toMatchObject({ id, serviceType: 'movie_manager', isDefault: true });
      });

      it('widens nothing: without a grant a member may not use it, with one it may', async () => {
        const mayUse = () =>
          app.get(Database).read((tx) => app.get(InstanceAccessService).mayUse(tx, ana.userId, 'user', id));
        expect(await mayUse()).toBe(false);
        await assign(id);
        expect(await mayUse()).toBe(true);
      });

      it('allows a rename, and is repaired by a new credential', async () => {
        expect((await admin.put(`/api/instances/${id}`, { name: 'Cinema', url: app.radarr.url })).status).toBe(200);
        expect((await admin.put(`/api/instances/${id}`, candidate(app))).status).toBe(200);
        expect((await admin.post('/api/instances/test', { id, url: app.radarr.url })).status).toBe(204);
      });
    });
  });

  it('security 4: no answer of any route carries the credential', async () => {
    const id = await app.connectRadarr(admin);
    const answers = [
      await admin.get('/api/instances'),
      await admin.post('/api/instances', candidate(app, { id })),
      await admin.post('/api/instances/test', candidate(app, { url: 'http://127.0.0.1:1' })),
      await admin.put(`/api/instances/${id}`, candidate(app, { name: 'Cinema' })),
      await admin.put(`/api/instances/${id}`, candidate(app, { url: 'http://127.0.0.1:1' })),
      await admin.get(`/api/instances/${id}/assignments`),
      await admin.delete(`/api/instances/${id}`),
    ];
    for (const { text } of answers) {
      expect(text).not.toContain(app.radarr.apiKey);
      expect(text).not.toMatch(/api_key|apiKey|v1:/);
    }
  });
});
