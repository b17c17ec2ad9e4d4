import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LibraryManagerType } from '../../../src/modules/instances/instances.public.js';
import type { Session } from '../../harness/start-app.js';
import { KINDS, startProxyFixture, type ProxyFixture } from './proxy-fixture.js';

/** A read of rule 1 in each kind of manager that needs nothing in it. */
const READ: Readonly<Record<LibraryManagerType, string>> = {
  movie_manager: 'api/v3/movie',
  tv_manager: 'api/v3/series',
  book_manager: 'api/v1/author',
  music_manager: 'api/v1/artist',
};

const DENIED = [403, '{"error":"permission denied","code":"permission_denied"}'];

interface ListedInstance {
  readonly id: string;
  readonly service_type: LibraryManagerType;
  readonly is_default: boolean;
}

/** Two instances of each kind: one that new members hold, and a hidden one that is the household's default. */
describe('doc1 §4 proxy 2: the instances that a member is shown are the ones that answer', () => {
  let fixture: ProxyFixture;
  /** By id, all that there are. */
  const kinds = new Map<string, LibraryManagerType>();
  const hidden: Partial<Record<LibraryManagerType, string>> = {};

  beforeAll(async () => {
    fixture = await startProxyFixture();
    const { admin, fakes, ids } = fixture;
    for (const kind of KINDS) {
      const { url, apiKey } = fakes[kind];
      fakes[kind].route(`GET /${READ[kind]}`, () => ({ body: [{ id: 7, title: kind }] }));
      const place = { service_type: kind, url, api_key: apiKey };
      const created = await admin.post('/api/instances', {
        ...place,
        name: `Hidden ${kind}`,
        auto_add_users: false,
        is_default: true,
      });
      hidden[kind] = (created.body as { id: string }).id;
      kinds.set(ids[kind], kind).set(hidden[kind], kind);
    }
  });

  afterAll(() => fixture.close());

  const listed = async (caller: Session): Promise<readonly ListedInstance[]> =>
    ((await caller.get('/api/config')).body as { instances: readonly ListedInstance[] }).instances;

  /** The instances whose manager was reached; every other one refuses as if it weren't there. */
  const answering = async (caller: Session): Promise<readonly string[]> => {
    const reached: string[] = [];
    for (const [id, kind] of kinds) {
      fixture.fakes[kind].forgetCalls();
      const { status, text } = await fixture.raw(caller, { path: `/api/instances/${id}/${READ[kind]}` });
      const calls = fixture.fakes[kind].calls().length;
      if (calls > 0) {
        expect([status, text]).toEqual([200, JSON.stringify([{ id: 7, title: kind }])]);
        reached.push(id);
      } else expect([status, text]).toEqual(DENIED);
    }
    return reached.sort();
  };

  /** They are the same; answers those that are. */
  const agreed = async (caller: Session): Promise<readonly string[]> => {
    const ids = (await listed(caller)).map(({ id }) => id).sort();
    expect(await answering(caller)).toEqual(ids);
    return ids;
  };

  const idOf = (kind: LibraryManagerType): string => hidden[kind] ?? '';
  const assign = async (id: string, action: 'add' | 'remove', { userId }: Session): Promise<void> => {
    const { status } = await fixture.admin.patch(`/api/instances/${id}/assignments`, { action, user_ids: [userId] });
    expect(status).toBeLessThan(300);
  };
  const defaults = async (caller: Session): Promise<readonly string[]> =>
    (await listed(caller))
      .filter(({ is_default }) => is_default)
      .map(({ id }) => id)
      .sort();

  it('with grants alone, of each kind; a hidden sibling answers nobody though it is the household’s default', async () => {
    const { ana, ids } = fixture;
    expect(await agreed(ana)).toEqual(Object.values(ids).sort());
    expect(await defaults(ana)).toEqual(Object.values(ids).sort());
  });

  it('with no grant: none', async () => {
    expect(await agreed(fixture.ben)).toEqual([]);
  });

  it.each(KINDS)('%s: what is granted, taken, promoted and demoted counts in both at once', async (kind) => {
    const { admin, ana, ids } = fixture;
    const before = await agreed(ana);
    await assign(idOf(kind), 'add', ana);
    expect(await agreed(ana)).toEqual([...before, idOf(kind)].sort());
    expect(await defaults(ana)).toContain(idOf(kind));
    await assign(ids[kind], 'remove', ana);
    expect(await agreed(ana)).toEqual([...before, idOf(kind)].filter((id) => id !== ids[kind]).sort());
    await assign(ids[kind], 'add', ana);
    await assign(idOf(kind), 'remove', ana);
    expect(await agreed(ana)).toEqual(before);
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'admin' });
    expect(await agreed(ana)).toEqual([...kinds.keys()].sort());
    await admin.patch(`/api/admin/users/${ana.userId}`, { role: 'user' });
    expect(await agreed(ana)).toEqual(before);
  });
});
