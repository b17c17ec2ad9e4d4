import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { InstanceAccessService, type LibraryManagerType } from '../../../src/modules/instances/instances.public.js';
import { ServiceInstanceRow } from '../../../src/modules/instances/registry/rows.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import type { ServarrServer } from '../../fakes/servarr/servarr-server.js';
import { errorOf } from '../../harness/error-of.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';
import { connectionTestFailed } from './candidate.js';

const KINDS = [
  ['movie_manager', 'Radarr', 'v3'],
  ['tv_manager', 'Sonarr', 'v3'],
  ['book_manager', 'Chaptarr', 'v1'],
  ['music_manager', 'Lidarr', 'v1'],
] as const satisfies readonly (readonly [LibraryManagerType, string, string])[];

describe('the four kinds of library managers', () => {
  let app: App;
  let admin: Session;
  let fakes: Readonly<Record<LibraryManagerType, ServarrServer>>;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    fakes = {
      movie_manager: app.radarr,
      tv_manager: app.sonarr,
      book_manager: await new ChaptarrFake({ apiKey: app.secrets.plant('book key', 'planted-book-key') }).start(),
      music_manager: await new LidarrFake({ apiKey: app.secrets.plant('music key', 'planted-music-key') }).start(),
    };
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
    for (const fake of Object.values(fakes)) fake.forgetCalls();
  });

  afterAll(async () => {
    await app.close();
    await Promise.all([fakes.book_manager.stop(), fakes.music_manager.stop()]);
  });

  const bodyOf = (
    kind: LibraryManagerType,
    fields: Readonly<Record<string, unknown>> = {},
  ): Record<string, unknown> => {
    return { service_type: kind, name: kind, url: fakes[kind].url, api_key: fakes[kind].apiKey, ...fields };
  };

  const connect = async (kind: LibraryManagerType, fields: Readonly<Record<string, unknown>> = {}): Promise<string> => {
    const { body } = await admin.post('/api/instances', bodyOf(kind, fields));
    return (body as { id: string }).id;
  };

  const assign = (id: string, userIds: readonly number[], action = 'add') =>
    admin.patch(`/api/instances/${id}/assignments`, { action, user_ids: userIds });

  const assigned = async (id: string): Promise<number[]> => {
    const { body } = await admin.get(`/api/instances/${id}/assignments`);
    return (body as { user_id: number; assigned: boolean }[]).filter((row) => row.assigned).map((row) => row.user_id);
  };

  const destination = async (kind: LibraryManagerType, userId: number, named?: string): Promise<string> => {
    const requester = { userId, role: userId === admin.userId ? 'admin' : 'user' } as const;
    const find = app
      .get(Database)
      .read((tx) => app.get(InstanceAccessService).resolveDestination(tx, requester, kind, named));
    return (await find).id;
  };

  describe.each(KINDS)('%s', (kind, product, api) => {
    it(`doc3 §3.2: is tested by its system status, API ${api}, with the key in a header`, async () => {
      const { status } = await admin.post('/api/instances/test', bodyOf(kind));
      expect(status).toBe(204);
      const [call, ...others] = fakes[kind].calls();
      expect(call).toMatchObject({ method: 'GET', path: `/api/${api}/system/status`, query: {} });
      expect(call?.headers['x-api-key']).toBe(fakes[kind].apiKey);
      expect(others).toEqual([]);
    });

    it('doc3 §3.2: is not saved when its key is refused', async () => {
      const { status, body } = await admin.post('/api/instances', bodyOf(kind, { api_key: 'another' }));
      expect({ status, body }).toEqual({ status: 400, body: connectionTestFailed('invalid API key', 'key_refused') });
    });

    it('is not taken for another program of the family', async () => {
      fakes[kind].fail(`GET /api/${api}/system/status`, { body: { appName: 'Readarr', version: '1.0.0.0' } });
      const { status, body } = await admin.post('/api/instances', bodyOf(kind));
      const refusal = connectionTestFailed(`the server is not ${product}`, 'wrong_app');
      expect({ status, body }).toEqual({ status: 400, body: refusal });
    });

    it('is created with a generated id, and adds users automatically by default', async () => {
      const { status, body } = await admin.post('/api/instances', bodyOf(kind));
      const id = expect.stringMatching(new RegExp(`^${kind}-[0-9a-f]{8}$`));
      expect({ status, body }).toMatchObject({ status: 201, body: { id, service_type: kind, auto_add_users: true } });
    });

    it('doc1 routing rule 3: is granted to an account that an invitation creates, once, and to no older one', async () => {
      const older = await app.invite(`older-${kind}`);
      const [open, closed] = [await connect(kind), await connect(kind, { auto_add_users: false })];
      const invited = await app.invite(`new-${kind}`);
      expect(await assigned(open)).toEqual([invited.userId]);
      expect(await assigned(closed)).toEqual([]);
      await assign(open, [invited.userId], 'remove');
      await app.invite(`new-${kind}`);
      await admin.put(`/api/instances/${closed}`, bodyOf(kind, { auto_add_users: true }));
      expect(await assigned(open)).toEqual([]);
      expect(await assigned(closed)).toEqual([]);
      expect(older.userId).toBeLessThan(invited.userId);
    });

    it('doc1 routing rule 2: receives what is asked by name, by preference, by default, by order, and never by rest', async () => {
      const hasDefault = kind !== 'book_manager';
      const [last, byDefault, first] = [
        await connect(kind, { name: 'Z', sort_order: 9, auto_add_users: false }),
        await connect(kind, { name: 'M', sort_order: 5, is_default: true, auto_add_users: false }),
        await connect(kind, { name: 'A', sort_order: 1, auto_add_users: false }),
      ];
      const hidden = await connect(kind, { name: 'H', auto_add_users: false });
      const { userId } = await app.invite(`asking-${kind}`);
      expect(await errorOf(destination(kind, userId))).toMatchObject({ status: 403 });
      for (const id of [last, byDefault, first]) await assign(id, [userId]);
      expect(await destination(kind, userId)).toBe(hasDefault ? byDefault : first);
      await assign(byDefault, [userId], 'remove');
      expect(await destination(kind, userId)).toBe(first);
      await admin.put(`/api/admin/users/${userId}/default-instances`, { [kind]: last });
      expect(await destination(kind, userId)).toBe(last);
      expect(await destination(kind, userId, first)).toBe(first);
      expect(await errorOf(destination(kind, userId, hidden))).toMatchObject({
        status: 403,
        safeText: `no access to this ${product} instance`,
      });
      expect(await errorOf(destination(kind, userId, 'gone'))).toMatchObject({
        status: 400,
        safeText: `unknown ${product} instance`,
      });
      expect(await destination(kind, admin.userId, hidden)).toBe(hidden);
    });

    it('is no destination for what is asked of another kind', async () => {
      const id = await connect(kind);
      for (const [other] of KINDS.filter(([name]) => name !== kind)) {
        expect(await errorOf(destination(other, admin.userId, id))).toMatchObject({ status: 400 });
      }
    });

    it('security 26: stays what it is when its credential can’t be opened: listed, granted, never wider', async () => {
      const id = await connect(kind, { auto_add_users: false });
      await app.get(Database).write((tx) => tx.update(ServiceInstanceRow, { id }, { apiKey: 'v1:scrambled' }));
      const { userId } = await app.invite(`looking-${kind}`);
      expect((await admin.get('/api/instances')).body).toMatchObject([{ id, service_type: kind }]);
      expect(await errorOf(destination(kind, userId, id))).toMatchObject({ status: 403 });
      await assign(id, [userId]);
      expect(await destination(kind, userId)).toBe(id);
      const test = await admin.post('/api/instances/test', { id, url: fakes[kind].url });
      expect([test.status, test.body]).toEqual([503, refusedWith('temporarily unavailable, retry shortly')]);
      fakes[kind].forgetCalls();
    });
  });

  it('doc3 §3.1: book managers have no household default, whatever is sent', async () => {
    const id = await connect('book_manager', { is_default: true });
    const { body } = await admin.put(`/api/instances/${id}`, bodyOf('book_manager', { is_default: true }));
    expect(body).toMatchObject({ id, is_default: false });
  });
});
