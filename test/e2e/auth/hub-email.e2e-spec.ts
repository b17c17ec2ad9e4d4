import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Database } from '../../../src/core/database/database.js';
import { EventBus } from '../../../src/core/events/event-bus.js';
import { ProfileService } from '../../../src/modules/auth/accounts/profile.service.js';
import { UserRow } from '../../../src/modules/users/tables/people.entity.js';
import { HubEmailChanged } from '../../../src/modules/users/users.public.js';
import { errorOf } from '../../harness/error-of.js';
import type { Answer } from '../../harness/http-client.js';
import { startApp, type App, type Session } from '../../harness/start-app.js';

const INVITED_AT = 1_700_000_000_000;

describe('POST /api/auth/hub-email', () => {
  let app: App;
  let ana: Session;
  let published: number[];

  beforeAll(async () => {
    app = await startApp({ isReusable: true });
    await app.setUpAdmin();
    app.get(EventBus).on(HubEmailChanged, ({ userId }) => void published.push(userId));
  });

  beforeEach(async () => {
    await app.startOver();
    ana = await app.invite('ana');
    published = [];
  });

  afterAll(() => app.close());

  const name = (email: unknown): Promise<Answer> => ana.post('/api/auth/hub-email', { email });
  const invite = (): Promise<unknown> =>
    app.get(Database).write((tx) => tx.update(UserRow, { id: ana.userId }, { hubInvitedAt: INVITED_AT }));
  const profile = async (): Promise<unknown> => (await ana.get('/api/auth/me')).body;

  it('doc3 §9.2: keeps the caller’s address, clears the moment of the invitation and publishes the change', async () => {
    await invite();
    const answer = await name(' ana@example.test ');
    expect([answer.status, answer.body]).toEqual([200, { status: 'ok' }]);
    expect(await profile()).toMatchObject({ hub_email: 'ana@example.test', hub_invited_at: null });
    expect(published).toEqual([ana.userId]);
  });

  it('doc3 §9.2: the same address again is a silent 200', async () => {
    await name('ana@example.test');
    await invite();
    expect((await name('ana@example.test')).status).toBe(200);
    expect(await profile()).toMatchObject({ hub_invited_at: new Date(INVITED_AT).toISOString() });
    expect(published).toEqual([ana.userId]);
  });

  it('doc3 §1.1: what is no address is 400 and changes nothing', async () => {
    for (const email of ['', 'ana', '@', 'an a@b', null, 7, `${'x'.repeat(254)}@b`]) {
      const answer = await name(email);
      expect([email, answer.status, answer.body]).toEqual([
        email,
        400,
        { error: 'invalid email', code: 'invalid', params: { name: 'email' } },
      ]);
    }
    expect(await profile()).toMatchObject({ hub_email: '' });
    expect(published).toEqual([]);
  });

  it('doc3 §1.1: an account that was deleted meanwhile is 404', async () => {
    expect(await errorOf(app.get(ProfileService).changeHubEmail(99, 'ana@example.test'))).toMatchObject({
      status: 404,
    });
  });
});
