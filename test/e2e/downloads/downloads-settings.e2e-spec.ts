import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statusAndBody } from '../../harness/status-and-body.js';
import { type App, type Session, startApp } from '../../harness/start-app.js';
import { refusedWith } from '../../harness/refused-with.js';

const SETTINGS = '/api/admin/downloads/settings';

describe('doc2 §4 Download activity: whose downloads members see', () => {
  let app: App;
  let admin: Session;

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    admin = await app.setUpAdmin();
  });

  afterAll(() => app.close());

  it('is all until an administrator says mine; it holds at once, and everybody is told', async () => {
    const member = await app.invite('ana');
    const scope = async () =>
      ((await member.get('/api/config')).body as { downloads_user_scope: string }).downloads_user_scope;
    expect(statusAndBody(await admin.get(SETTINGS))).toEqual([200, { user_scope: 'all' }]);
    expect(await scope()).toBe('all');
    const live = await app.live(member);
    expect(statusAndBody(await admin.put(SETTINGS, { user_scope: 'mine' }))).toEqual([200, { user_scope: 'mine' }]);
    expect(await live.next()).toEqual({ type: 'config_changed', data: {} });
    expect(statusAndBody(await admin.get(SETTINGS))).toEqual([200, { user_scope: 'mine' }]);
    expect(await scope()).toBe('mine');
    expect((await member.put(SETTINGS, { user_scope: 'all' })).status).toBe(403);
    await live.close();
  });

  it.each([
    [{}, 'user_scope must be all or mine'],
    [{ user_scope: 'everybody' }, 'user_scope must be all or mine'],
    [{ user_scope: null }, 'user_scope must be all or mine'],
    [{ user_scope: 'all', more: 1 }, 'unknown field in the request body'],
    [[], 'invalid request body'],
  ])('doc4 §6.4: %j is refused', async (body, error) => {
    expect(statusAndBody(await admin.put(SETTINGS, body as object))).toEqual([400, refusedWith(error)]);
  });

  it('doc4 §6.4: a body over 1 KB is refused', async () => {
    expect((await admin.put(SETTINGS, { user_scope: 'all', more: 'x'.repeat(1_100) })).status).toBe(413);
  });
});
