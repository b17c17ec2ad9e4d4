import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROUTE_TABLE } from '../../architecture/route-table.js';
import { KeyClient } from '../../harness/key-client.js';
import { startHousehold, type Household } from '../app/household.js';
import { routeCalls } from '../app/route-calls.js';

const ROUTES = ROUTE_TABLE.filter(({ access }) => access === 'compat-key').map(
  ({ method, path }) => `${method} ${path}`,
);

describe('whatever the compatibility interface answers is of this moment: nobody may keep it', () => {
  let household: Household;
  let tool: KeyClient;

  beforeAll(async () => {
    household = await startHousehold();
    tool = await KeyClient.issuedBy(household.app, household.admin);
  });

  afterAll(() => household.app.close());

  const kept = async (method: string, path: string, key = tool.key): Promise<string | null> =>
    (await tool.request(method, path, { headers: { 'x-api-key': key } })).headers.get('cache-control');

  it.each(ROUTES)('security 18: %s, with the key and without', async (route) => {
    const call = routeCalls(household).find(({ key }) => key === route);
    if (!call) throw new Error(`${route} is not in the table of routes`);
    expect(await kept(call.method, call.path)).toBe('no-store');
    expect(await kept(call.method, call.path, 'wrong')).toBe('no-store');
  });

  it.each(['/api/v1/none', '/api/v1/%E0%A4%A', '/api/v1/request/x', '/api/v1/user/1', '/api/v1'])(
    'security 18: GET %s',
    async (path) => {
      expect(await kept('GET', path)).toBe('no-store');
      expect(await kept('HEAD', path)).toBe('no-store');
    },
  );
});
