import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../src/core/access/caller.js';
import { BrowseAccessService } from '../../../src/modules/discovery/access/browse-access.service.js';
import { ChaptarrFake } from '../../fakes/chaptarr/chaptarr-fake.js';
import { LidarrFake } from '../../fakes/lidarr/lidarr-fake.js';
import { errorOf } from '../../harness/error-of.js';
import { limitContent } from '../../harness/kids-policy.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

const KINDS = [
  ['music_manager', 'Lidarr'],
  ['book_manager', 'Chaptarr'],
] as const;

describe.each(KINDS)('doc2 §4 Access: browsing with a %s', (kind, product) => {
  let app: App;
  let admin: Session;
  let ana: Session;
  let manager: LidarrFake | ChaptarrFake;
  let worked: (string | null)[];
  let people = 0;

  beforeAll(async () => {
    app = await startApp();
    const apiKey = app.secrets.plant('library key', 'planted-library-key');
    manager = await (kind === 'music_manager' ? new LidarrFake({ apiKey }) : new ChaptarrFake({ apiKey })).start();
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(async () => {
    await app.close();
    await manager.stop();
  });

  const connect = async (name: string, fields = {}): Promise<string> => {
    const { url, apiKey } = manager;
    const input = { service_type: kind, name, url, api_key: apiKey, auto_add_users: false, ...fields };
    return ((await admin.post('/api/instances', input)).body as { id: string }).id;
  };
  const assign = (id: string, action: 'add' | 'remove' = 'add') =>
    admin.patch(`/api/instances/${id}/assignments`, { action, user_ids: [ana.userId] });
  const member = async (): Promise<void> => {
    ana = await app.invite(`ana-${kind}-${people++}`);
  };
  const callerOf = ({ userId, username, deviceId }: Session, facts: Partial<Caller> = {}): Caller => {
    const role = userId === admin.userId ? 'admin' : 'user';
    return { userId, username, deviceId, role, kids: false, ...facts };
  };

  /** Who asks with which instance; the work notes with which one it was let in, and does this. */
  const browse = (
    session: Session,
    instanceId?: string,
    { facts, work = () => Promise.resolve('metadata'), way = 'browse' }: Wanted = {},
  ): Promise<string> => {
    worked = [];
    const input = { caller: callerOf(session, facts), serviceType: kind, instanceId };
    return app.get(BrowseAccessService)[way](input, (instance) => {
      worked.push(instance?.id ?? null);
      return work();
    });
  };
  interface Wanted {
    readonly facts?: Partial<Caller>;
    readonly work?: () => Promise<string>;
    readonly way?: 'browse' | 'browseInstance';
  }
  const refused = { status: 403, safeText: `no access to this ${product} instance` };

  it('an administrator who names no instance browses before there is one', async () => {
    expect(await browse(admin)).toBe('metadata');
    expect(worked).toEqual([null]);
  });

  it('for what rests on an instance an administrator needs one too, and gets the default or the first', async () => {
    const missing = await errorOf(browse(admin, undefined, { way: 'browseInstance' }));
    expect([missing, worked]).toMatchObject([{ status: 400, safeText: `no ${product} instance is configured` }, []]);
    await connect('B');
    const first = await connect('A');
    await browse(admin, undefined, { way: 'browseInstance' });
    expect(worked).toEqual([first]);
  });

  it('an instance that is named has to be there and of this kind, for an administrator too', async () => {
    const id = await connect('A');
    await browse(admin, id);
    expect(worked).toEqual([id]);
    const film = await app.connectRadarr(admin);
    for (const named of ['nowhere', film, `${id} `]) {
      const fault = await errorOf(browse(admin, named));
      expect([fault, worked]).toMatchObject([{ status: 400, safeText: `unknown ${product} instance` }, []]);
    }
  });

  it('a member without a grant is refused before any work, and can’t distinguish a hidden instance from none', async () => {
    await member();
    const hidden = await connect('Hidden');
    const film = await app.connectRadarr(admin);
    for (const named of [undefined, hidden, 'nowhere', film]) {
      const fault = await errorOf(browse(ana, named));
      expect([fault, worked]).toMatchObject([refused, []]);
    }
  });

  it('a member who names none browses with the default among what is granted', async () => {
    await member();
    await connect('A', kind === 'music_manager' ? { is_default: true } : {});
    const [granted, preferred] = [await connect('B'), await connect('C')];
    await assign(granted);
    await assign(preferred);
    await browse(ana);
    expect(worked).toEqual([granted]);
    await admin.put(`/api/admin/users/${ana.userId}/default-instances`, { [kind]: preferred });
    await browse(ana);
    expect(worked).toEqual([preferred]);
    await browse(ana, granted);
    expect(worked).toEqual([granted]);
  });

  it('a grant of another kind is none', async () => {
    await member();
    const film = await app.connectRadarr(admin);
    await assign(film);
    expect(await errorOf(browse(ana, film))).toMatchObject(refused);
  });

  it('an administrator with content limits browses like any requester', async () => {
    await connect('A');
    expect(await errorOf(browse(admin, undefined, { facts: { kids: true } }))).toMatchObject(refused);
    expect(worked).toEqual([]);
  });

  describe.each([
    ['the answer', () => Promise.resolve('metadata')],
    ['a failure', () => Promise.reject(new Error('the provider is out of order'))],
  ])('while %s is under way', (_, outcome) => {
    it('a grant that is taken back withholds it', async () => {
      await member();
      const id = await connect('A');
      await assign(id);
      const work = () => assign(id, 'remove').then(outcome);
      for (const named of [undefined, id]) {
        await assign(id);
        expect(await errorOf(browse(ana, named, { work }))).toMatchObject(refused);
        expect(worked).toEqual([id]);
      }
    });

    it('another grant is no substitute for the one that is taken back', async () => {
      await member();
      const [first, second] = [await connect('A'), await connect('B')];
      await assign(first);
      await assign(second);
      const work = () => assign(first, 'remove').then(outcome);
      expect(await errorOf(browse(ana, undefined, { work }))).toMatchObject(refused);
    });

    it('an instance that is deleted withholds it, from an administrator as from a member', async () => {
      await member();
      let id = await connect('A');
      const work = () => admin.delete(`/api/instances/${id}`).then(outcome);
      expect(await errorOf(browse(admin, id, { work }))).toMatchObject({ status: 400 });
      id = await connect('A');
      await assign(id);
      expect(await errorOf(browse(ana, id, { work }))).toMatchObject(refused);
    });

    it('an administrator who is none any more gets nothing', async () => {
      await member();
      const role = (to: string) => admin.patch(`/api/admin/users/${ana.userId}`, { role: to });
      await role('admin');
      const facts = { role: 'admin' } as const;
      const demoted = await errorOf(browse(ana, undefined, { facts, work: () => role('user').then(outcome) }));
      expect([demoted, worked]).toMatchObject([refused, [null]]);
    });

    it('a kids account keeps what it holds', async () => {
      await member();
      const id = await connect('A');
      await assign(id);
      const work = () => limitContent(admin, ana, {}).then(outcome);
      const asked = browse(ana, undefined, { work });
      const [answer, fault] = [await asked.catch(() => 'a failure'), await errorOf(asked)];
      expect(fault === undefined ? answer : (fault as Error).message).toBe(
        fault === undefined ? 'metadata' : 'the provider is out of order',
      );
    });

    it('a session that ends gets nothing', async () => {
      await member();
      await assign(await connect('A'));
      const work = () => admin.delete(`/api/admin/devices/${ana.deviceId}`).then(outcome);
      expect(await errorOf(browse(ana, undefined, { work }))).toMatchObject({ status: 401 });
    });
  });

  it('what the work throws is thrown to anyone who may know it', async () => {
    const fault = await errorOf(browse(admin, undefined, { work: () => Promise.reject(new Error('out of order')) }));
    expect((fault as Error).message).toBe('out of order');
  });
});
