import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { tableRows } from '../../harness/database-inspection.js';
import type { Answer } from '../../harness/http-client.js';
import type { Session } from '../../harness/start-app.js';
import { FILM, startHousehold, type Household } from './household.js';

/** What ben sends along to be taken for ana. */
const claims = ({ ana }: Household) => ({ user_id: ana.userId, userId: ana.userId, username: 'ana', id: ana.userId });

describe('security 3: what belongs to somebody is theirs on every route that touches it', () => {
  let household: Household;
  let ana: Session;
  let ben: Session;

  beforeEach(async () => {
    household = await startHousehold();
    ({ ana, ben } = household);
  });

  afterEach(() => household.app.close());

  /** Everything that is stored of ana, but for when she was last seen. */
  async function storedOfAna(): Promise<unknown> {
    const tables = await tableRows(household.app.databaseFile);
    const owned = Object.entries(tables).flatMap(([table, rows]) =>
      (rows as Record<string, unknown>[])
        .filter((row) => (table === 'users' ? row.id : row.user_id) === ana.userId)
        .map((row) => ({ table, ...row, last_seen_at: null })),
    );
    expect(owned.length).toBeGreaterThan(5);
    return owned;
  }

  const texts = (answers: readonly Answer[]): string => answers.map(({ text }) => text).join('\n');

  it('a request: another member finds it in no list, status or job, and can neither withdraw nor repeat it', async () => {
    const before = await storedOfAna();
    const id = household.requestId;
    const reads = [
      await ben.get('/api/requests'),
      await ben.get(`/api/requests/${FILM.id}/status`),
      await ben.get(`/api/requests/delivery-status?request_id=${id}`),
      await ben.get('/api/me/request-quotas'),
    ];
    expect(reads[0]?.body).toEqual([]);
    expect(reads[2]?.status).toBe(403);
    expect(texts(reads)).not.toMatch(/"ana"|"request_id":\s*\d/);
    for (const action of ['retry', 'cancel']) {
      const answer = await ben.post(`/api/requests/${id}/delivery`, { action, ...claims(household) });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain('ana');
    }
    for (const path of [`${id}/approve`, `${id}/deny`]) {
      expect((await ben.post(`/api/admin/requests/${path}`, {})).status).toBe(403);
    }
    expect(await storedOfAna()).toEqual(before);
  });

  it('an account: profile, password, hub address and devices answer for the caller, no matter who else is named', async () => {
    const before = await storedOfAna();
    const named = `?user_id=${ana.userId}&username=ana`;
    const answers = [
      await ben.get(`/api/auth/me${named}`),
      await ben.get(`/api/config${named}`),
      await ben.get(`/api/me/request-quotas${named}`),
      await ben.post(`/api/auth/password${named}`, { password: 'a good password', ...claims(household) }),
      await ben.post(`/api/auth/hub-email${named}`, { email: 'ben@example.test', ...claims(household) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 403, 200]);
    expect(texts(answers)).not.toContain('"ana"');
    expect((await ben.get('/api/auth/me')).body).toMatchObject({ username: 'ben', hub_email: 'ben@example.test' });
    for (const [method, path, body] of [
      ['GET', '/api/admin/users', undefined],
      ['PATCH', `/api/admin/users/${ana.userId}`, { role: 'admin' }],
      ['PATCH', `/api/admin/users/${ben.userId}`, { role: 'admin' }],
      ['PATCH', `/api/admin/users/${ana.userId}/auth-methods`, { password_enabled: true }],
      ['PUT', `/api/admin/users/${ana.userId}/ai-access`, { shared_ai_enabled: true }],
      ['DELETE', `/api/admin/users/${ana.userId}`, undefined],
      ['GET', '/api/admin/devices', undefined],
      ['DELETE', `/api/admin/devices/${ana.deviceId}`, undefined],
      ['GET', `/api/admin/users/${ana.userId}/request-quotas`, undefined],
      ['GET', `/api/admin/users/${ana.userId}/request-settings`, undefined],
    ] as const) {
      expect([path, (await ben.request(method, path, { body })).status]).toEqual([path, 403]);
    }
    await ben.post(`/api/auth/logout${named}`, claims(household));
    expect((await ana.get('/api/auth/me')).status).toBe(200);
    expect(await storedOfAna()).toEqual(before);
  });
});
