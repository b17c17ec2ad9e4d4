import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { AccountProvisioningService } from '../../../src/modules/instances/instances.public.js';
import { AccountsRepository } from '../../../src/modules/users/users.public.js';
import { errorOf } from '../../harness/error-of.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';

describe('doc1 routing rule 3: automatic grants', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  afterEach(async () => {
    const { body } = await admin.get('/api/instances');
    for (const { id } of body as { id: string }[]) await admin.delete(`/api/instances/${id}`);
  });

  afterAll(() => app.close());

  const assigned = async (id: string): Promise<number[]> => {
    const { body } = await admin.get(`/api/instances/${id}/assignments`);
    const rows = body as { user_id: number; assigned: boolean }[];
    return rows.filter((row) => row.assigned).map((row) => row.user_id);
  };

  it('give an invited account every instance with auto_add_users and no other', async () => {
    const open = await app.connectRadarr(admin, { name: 'A' });
    const alsoOpen = await app.connectRadarr(admin, { name: 'B', auto_add_users: true });
    const closed = await app.connectRadarr(admin, { name: 'C', auto_add_users: false, is_default: true });
    const { userId } = await app.invite('ana');
    expect(await assigned(open)).toEqual([userId]);
    expect(await assigned(alsoOpen)).toEqual([userId]);
    expect(await assigned(closed)).toEqual([]);
  });

  it('leave accounts alone that existed before the instance', async () => {
    await app.invite('ben');
    const id = await app.connectRadarr(admin);
    expect(await assigned(id)).toEqual([]);
  });

  it('are not given again when an invitation is issued anew', async () => {
    const id = await app.connectRadarr(admin);
    const { userId } = await app.invite('cleo');
    await admin.patch(`/api/instances/${id}/assignments`, { action: 'remove', user_ids: [userId] });
    await app.invite('cleo');
    expect(await assigned(id)).toEqual([]);
  });

  it('are not for administrators', async () => {
    const id = await app.connectRadarr(admin);
    await app
      .get(Database)
      .write((tx) => app.get(AccountProvisioningService).create(tx, { username: 'second-admin', role: 'admin' }));
    expect(await assigned(id)).toEqual([]);
  });

  it('are made in the write that creates the account: when it fails there is neither', async () => {
    const id = await app.connectRadarr(admin);
    const failing = app.get(Database).write(async (tx) => {
      await app.get(AccountProvisioningService).create(tx, { username: 'dora', role: 'user' });
      throw new Error('something else failed');
    });
    expect(await errorOf(failing)).toMatchObject({ message: 'something else failed' });
    expect(await assigned(id)).toEqual([]);
    const dora = await app.get(Database).read((tx) => app.get(AccountsRepository).byUsername(tx, 'dora'));
    expect(dora).toBeNull();
  });
});
