import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { InstancePreferenceRow } from '../../../src/modules/instances/registry/rows.js';
import { AssignmentsChanged } from '../../../src/modules/instances/instances.public.js';
import { SettingRow } from '../../../src/modules/settings/setting.entity.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

interface Row {
  readonly user_id: number;
  readonly assigned: boolean;
  readonly preferred_instance_id: string | null;
  readonly effective_default_id: string | null;
}

describe('assignments', () => {
  let app: App;
  let admin: Session;
  let ana: number;
  let ben: number;
  const root = 1;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
    ana = (await app.invite('ana')).userId;
    ben = (await app.invite('ben')).userId;
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  it('doc1 routing rule 6: are marked from the first start on as nothing to take over from an earlier time', async () => {
    const marker = { key: 'instance_assignments_migrated' };
    const stored = await app.get(Database).read((tx) => tx.findOneBy(SettingRow, marker));
    expect(stored).toEqual({ ...marker, value: 'true' });
  });

  const change = (id: string, action: string, userIds: unknown) =>
    admin.patch(`/api/instances/${id}/assignments`, { action, user_ids: userIds });

  const rows = async (id: string): Promise<Row[]> =>
    (await admin.get(`/api/instances/${id}/assignments`)).body as Row[];

  const assigned = async (id: string): Promise<number[]> =>
    (await rows(id)).filter((row) => row.assigned).map((row) => row.user_id);

  const prefer = (userId: number, instanceId: string): Promise<unknown> =>
    app
      .get(Database)
      .write((tx) => tx.insert(InstancePreferenceRow, { userId, serviceType: 'movie_manager', instanceId }));

  it('doc3 §3.2: are rows for all users by id, nobody assigned at first', async () => {
    const id = await app.connectRadarr(admin, { auto_add_users: true, is_default: true });
    const nothing = { assigned: false, preferred_instance_id: null, effective_default_id: null };
    expect(await rows(id)).toEqual([
      { user_id: root, ...nothing },
      { user_id: ana, ...nothing },
      { user_id: ben, ...nothing },
    ]);
  });

  it('doc1 routing rule 4: are added for the selected pairs alone, administrators too', async () => {
    const id = await app.connectRadarr(admin);
    const other = await app.connectRadarr(admin);
    const { status, body } = await change(id, 'add', [ben, root]);
    expect(status).toBe(200);
    expect(body).toEqual(await rows(id));
    expect(await assigned(id)).toEqual([root, ben]);
    expect(await assigned(other)).toEqual([]);
  });

  it('doc1 routing rule 4: are idempotent, and duplicate ids are harmless', async () => {
    const id = await app.connectRadarr(admin);
    const first = await change(id, 'add', [ana, ana, ben]);
    const again = await change(id, 'add', [ben, ana]);
    expect(again).toMatchObject({ status: 200, body: first.body as unknown[] });
    await change(id, 'remove', [ana, ana]);
    expect((await change(id, 'remove', [ana])).status).toBe(200);
    expect(await assigned(id)).toEqual([ben]);
  });

  it('doc1 routing rule 4: a removal clears preferences that name the instance, and no others', async () => {
    const id = await app.connectRadarr(admin, { name: 'A' });
    const other = await app.connectRadarr(admin, { name: 'B' });
    for (const instance of [id, other]) await change(instance, 'add', [ana, ben]);
    await prefer(ana, id);
    await prefer(ben, other);
    await change(id, 'remove', [ana, ben]);
    expect((await rows(id)).slice(1)).toEqual([
      { user_id: ana, assigned: false, preferred_instance_id: null, effective_default_id: other },
      { user_id: ben, assigned: false, preferred_instance_id: other, effective_default_id: other },
    ]);
  });

  it('doc1 routing rule 4: effective_default_id is sought among actual assignments, for administrators too', async () => {
    const first = await app.connectRadarr(admin, { name: 'A', sort_order: 1 });
    const favourite = await app.connectRadarr(admin, { name: 'B', sort_order: 2, is_default: true });
    const last = await app.connectRadarr(admin, { name: 'C', sort_order: 3 });
    await change(last, 'add', [root, ana, ben]);
    await change(first, 'add', [root, ana]);
    await change(favourite, 'add', [ana]);
    await prefer(ben, last);
    expect((await rows(first)).map((row) => row.effective_default_id)).toEqual([first, favourite, last]);
  });

  it('doc1 routing rule 2: a default grants nothing', async () => {
    const id = await app.connectRadarr(admin, { is_default: true });
    expect((await rows(id)).map((row) => row.effective_default_id)).toEqual([null, null, null]);
  });

  it('security 6: one unknown user among known ones refuses the whole change and names nobody', async () => {
    const id = await app.connectRadarr(admin);
    const { status, body } = await change(id, 'add', [ana, 999_999, ben]);
    expect({ status, body }).toEqual({
      status: 400,
      body: { error: 'user_ids names a user that does not exist', code: 'unknown_user', params: { name: 'user_ids' } },
    });
    expect(await assigned(id)).toEqual([]);
  });

  it('of a deleted account are gone, and so are its preferences', async () => {
    const id = await app.connectRadarr(admin);
    const leaving = (await app.invite('cleo')).userId;
    await change(id, 'add', [leaving, ben]);
    await prefer(leaving, id);
    expect((await admin.delete(`/api/admin/users/${leaving}`)).status).toBe(200);
    expect(await assigned(id)).toEqual([ben]);
    expect((await rows(id)).map((row) => row.preferred_instance_id)).toEqual([null, null, null]);
  });

  it('doc3 §11: of a deleted instance are gone, and do not come back with its id', async () => {
    const id = await app.connectRadarr(admin, { id: 'films' });
    await change(id, 'add', [ana]);
    await prefer(ana, id);
    await admin.delete(`/api/instances/${id}`);
    await app.connectRadarr(admin, { id: 'films' });
    expect(await assigned('films')).toEqual([]);
    expect((await rows('films')).map((row) => row.preferred_instance_id)).toEqual([null, null, null]);
  });

  it('are reported to other modules when something changed', async () => {
    const published: string[] = [];
    const id = await app.connectRadarr(admin);
    const stop = app.get(EventBus).on(AssignmentsChanged, ({ instanceId }) => void published.push(instanceId));
    for (const action of ['add', 'add', 'remove', 'remove']) await change(id, action, [ana]);
    stop();
    expect(published).toEqual([id, id]);
  });

  it('hold after many changes at once exactly what was asked last for each', async () => {
    const id = await app.connectRadarr(admin);
    await Promise.all(Array.from({ length: 20 }, () => change(id, 'add', [ana, ben])));
    await Promise.all([change(id, 'remove', [ana]), change(id, 'remove', [ana, ana])]);
    expect(await assigned(id)).toEqual([ben]);
  });

  const SELECTION = 'user_ids must be a list of 1 to 10000 user ids';

  it.each([
    [{ action: 'add', user_ids: [] }, SELECTION],
    [{ action: 'add' }, SELECTION],
    [{ action: 'add', user_ids: 'all' }, SELECTION],
    [{ action: 'add', user_ids: { 0: 1 } }, SELECTION],
    [{ action: 'add', user_ids: ['1'] }, SELECTION],
    [{ action: 'add', user_ids: [1, null] }, SELECTION],
    [{ action: 'add', user_ids: [1.5] }, SELECTION],
    [{ action: 'add', user_ids: [0] }, SELECTION],
    [{ action: 'add', user_ids: [-1] }, SELECTION],
    [{ action: 'add', user_ids: [1e300] }, SELECTION],
    [{ action: 'toggle', user_ids: [1] }, 'action must be add or remove'],
    [{ user_ids: [1] }, 'action must be add or remove'],
  ])('are not changed by %j', async (body, error) => {
    const id = await app.connectRadarr(admin);
    const answer = await admin.patch(`/api/instances/${id}/assignments`, body);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 400, body: refusedWith(error) });
    expect(await assigned(id)).toEqual([]);
  });

  it('are changed by up to 10000 ids in one call and refused beyond', async () => {
    const id = await app.connectRadarr(admin);
    const { status, body } = await change(id, 'add', new Array(10_001).fill(ana));
    expect({ status, body }).toEqual({ status: 400, body: refusedWith(SELECTION) });
    expect((await change(id, 'add', new Array(10_000).fill(ana))).status).toBe(200);
    expect(await assigned(id)).toEqual([ana]);
  });

  it('doc3 decisions: are not changed by a body over 1 MiB: 413', async () => {
    const id = await app.connectRadarr(admin);
    const { status } = await admin.patch(`/api/instances/${id}/assignments`, {
      action: 'add',
      user_ids: [root],
      padding: 'x'.repeat(1024 * 1024),
    });
    expect(status).toBe(413);
    expect(await assigned(id)).toEqual([]);
  });

  it('of an unknown instance are 404', async () => {
    const notFound = { status: 404, body: { error: 'instance not found', code: 'instance_missing' } };
    expect(await admin.get('/api/instances/gone/assignments')).toMatchObject(notFound);
    expect(await change('gone', 'add', [ana])).toMatchObject(notFound);
  });
});
