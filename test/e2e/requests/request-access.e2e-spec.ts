import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inspect } from '../../harness/database-inspection.js';
import type { StartOptions } from '../../harness/start-app.js';
import { Household } from './household.js';
import { refusedWith } from '../../harness/refused-with.js';

type Call = readonly [method: string, path: string, body: object | undefined];

const DECISION_ROUTES: readonly Call[] = [
  ['GET', '/api/admin/requests', undefined],
  ['GET', '/api/admin/requests/waiting', undefined],
  ['GET', '/api/admin/requests/history', undefined],
  ['POST', '/api/admin/requests/1/approve', undefined],
  ['POST', '/api/admin/requests/1/deny', { reason: 'mine' }],
];

const HOUSEHOLD_ROUTES: readonly Call[] = [
  ['GET', '/api/admin/request-settings', undefined],
  ['PUT', '/api/admin/request-settings', { require_approval: false }],
];

const ACCOUNT_ROUTES: readonly Call[] = [
  ['GET', '/api/admin/users/1/request-settings', undefined],
  ['PUT', '/api/admin/users/1/request-settings', { require_approval: false }],
];

const ADMIN_ROUTES: readonly Call[] = [
  ...DECISION_ROUTES,
  ['POST', '/api/admin/requests/1/wait', undefined],
  ...HOUSEHOLD_ROUTES,
  ...ACCOUNT_ROUTES,
];

const MEMBER_ROUTES: readonly Call[] = [
  ['POST', '/api/requests', { media_type: 'movie', tmdb_id: 990_001 }],
  ['GET', '/api/requests', undefined],
  ['GET', '/api/requests/990001/status', undefined],
  ['GET', '/api/requests/delivery-status?request_id=1', undefined],
  ['GET', '/api/requests/delivery-status?media_type=movie&tmdb_id=990001', undefined],
  ['POST', '/api/requests/1/delivery', { action: 'cancel' }],
];

/** A household in which one request waits for approval. */
async function openWithRequest(options: StartOptions = {}): Promise<Household> {
  const household = await Household.open(options);
  await household.needApproval();
  await household.requestOf(household.ana, household.film());
  return household;
}

describe('the routes of requests', () => {
  let household: Household;

  // One household for all: none of these calls may change anything.
  beforeAll(async () => {
    household = await openWithRequest({ isReusable: true });
  });

  afterAll(() => household.close());

  it.each(ADMIN_ROUTES)('doc4 §0.1: %s %s is not for members: 403, and nothing changes', async (method, path, body) => {
    const before = await household.rows();
    const answer = await household.ana.request(method, path, { body });
    expect({ status: answer.status, body: answer.body }).toEqual({
      status: 403,
      body: refusedWith('permission denied'),
    });
    expect(await household.rows()).toEqual(before);
    expect((await household.admin.get('/api/admin/request-settings')).body).toMatchObject({
      settings: { require_approval: true },
    });
  });

  it.each([...ADMIN_ROUTES, ...MEMBER_ROUTES])(
    'doc4 §0: %s %s is not for strangers: 401, and nothing changes',
    async (method, path, body) => {
      const before = await household.rows();
      expect((await household.app.http.request(method, path, { body })).status).toBe(401);
      expect(await household.rows()).toEqual(before);
    },
  );
});

describe('doc4 §1.10: the routes of requests while our own storage fails: 503, without its own message', () => {
  let household: Household;
  let broken: string | undefined;

  beforeAll(async () => {
    household = await openWithRequest();
  });

  afterEach(() => mendTable());

  afterAll(() => household.close());

  const breakTable = async (table: string): Promise<void> => {
    await inspect(household.app.databaseFile, (file) => file.query(`ALTER TABLE ${table} RENAME TO ${table}_gone`));
    broken = table;
  };
  const mendTable = async (): Promise<void> => {
    const table = broken;
    broken = undefined;
    if (table !== undefined)
      await inspect(household.app.databaseFile, (file) => file.query(`ALTER TABLE ${table}_gone RENAME TO ${table}`));
  };
  const UNAVAILABLE = { status: 503, body: refusedWith('temporarily unavailable, retry shortly') };

  it.each([...MEMBER_ROUTES, ...DECISION_ROUTES])('%s %s without its requests', async (method, path, body) => {
    await breakTable('request_log');
    const answer = await household.admin.request(method, path, { body });
    expect({ status: answer.status, body: answer.body }).toEqual(UNAVAILABLE);
  });

  const OPTIONS: Call = ['GET', '/api/requests/options', undefined];
  it.each([OPTIONS, ...HOUSEHOLD_ROUTES])('%s %s without its settings', async (method, path, body) => {
    await breakTable('settings');
    const answer = await household.admin.request(method, path, { body });
    expect({ status: answer.status, body: answer.body }).toEqual(UNAVAILABLE);
  });

  it.each([OPTIONS, ...ACCOUNT_ROUTES])('%s %s without its settings', async (method, path, body) => {
    await breakTable('user_request_settings');
    const answer = await household.admin.request(method, path, { body });
    expect({ status: answer.status, body: answer.body }).toEqual(UNAVAILABLE);
  });

  it('doc2 §4 requests 3: a request whose job can not be written is not there at all', async () => {
    const tmdbId = household.film();
    const before = await household.rows();
    await breakTable('request_dispatch');
    expect((await household.ask(household.ana, tmdbId)).status).toBe(503);
    await mendTable();
    expect(await household.rows()).toEqual(before);
    expect((await household.ask(household.ana, tmdbId)).status).toBe(200);
  });

  it('doc1 routing rule 2: no caller is let through because the grants can not be read', async () => {
    const before = await household.rows();
    await breakTable('user_instance_grants');
    const answer = await household.ask(household.ana, household.film());
    expect({ status: answer.status, body: answer.body }).toEqual(UNAVAILABLE);
    expect(await household.rows()).toEqual(before);
  });
});
