import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { RequestRow } from '../../../src/modules/requests/saved/rows.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const FILM = 990_101;

describe('members of a body that its route doesn’t declare are not stored', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp();
    app.tmdb.given.film({ id: FILM, title: 'Harbor Lights' });
    admin = await app.setUpAdmin();
    await app.connectRadarr(admin);
  });

  afterAll(() => app.close());

  it('an invitation can’t be made to create an administrator', async () => {
    const invitation = { name: 'mallory', server_url: app.url, role: 'admin', user_id: admin.userId, id: 1 };
    const { body } = await admin.post('/api/admin/connect-token', invitation);
    const token = new URL((body as { link: string }).link).searchParams.get('token');
    const redeemed = await app.http.post('/api/auth/connect', {
      token,
      device_name: 'phone',
      role: 'admin',
      user_id: admin.userId,
      permissions: ['admin:*'],
    });
    expect(redeemed.body).toMatchObject({ user: { username: 'mallory', role: 'user' } });
  });

  it('a request can’t be made in another’s name, nor approved by the one who asks', async () => {
    await admin.put('/api/admin/request-settings', { require_approval: true });
    const ana = await app.invite('ana');
    const { body } = await ana.post('/api/requests', {
      media_type: 'movie',
      tmdb_id: FILM,
      user_id: admin.userId,
      requester_name: 'admin',
      status: 'requested',
      approved_by: admin.userId,
      decided_at: 1,
      requested_at: 1,
      require_approval: false,
    });
    const { request_id: id } = body as { request_id: number };
    const row = await app.get(Database).read((tx) => tx.findOneByOrFail(RequestRow, { id }));
    expect(row).toMatchObject({
      userId: ana.userId,
      requesterName: 'ana',
      status: 'pending',
      approvedBy: null,
      decidedAt: null,
      requestedAt: app.clock.now(),
    });
  });
});
