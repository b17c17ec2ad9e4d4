import { serverHealth, type ServerHealth } from '../domain/server-health.js';
import type { SetupItem } from '../domain/setup-list.js';
import { adminKeys } from './admin-keys.js';
import { testInstance, type Instance } from './admin-queries.js';
import { api, bodyOf, publicApi } from './client.js';

/** How the server is. What isn't in order comes with a 503, and is no failure of the question. */
export const healthQuery = () => ({
  queryKey: adminKeys.health,
  queryFn: async (): Promise<ServerHealth> => {
    const answer = await publicApi.GET('/readyz');
    const health = serverHealth(answer.data ?? answer.error);
    if (health) return health;
    await bodyOf(Promise.resolve(answer));
    throw new Error('the readiness check can not be read');
  },
  refetchInterval: 60_000,
});

/** What is left to set up. */
export const setupQuery = () => ({
  queryKey: adminKeys.setup,
  queryFn: async (): Promise<readonly SetupItem[]> => (await bodyOf(api.GET('/api/admin/setup-status'))).items,
});

/** Skips an item of the checklist, or brings it back. */
export const skipSetup = (key: string, skipped: boolean) =>
  bodyOf(api.PUT('/api/admin/setup-status/skips', { body: { key, skipped } }));

/** Tries a connection as it is stored. Where the hub is isn't typed by anybody. */
async function testConnection({ id, url, service_type: kind }: Instance): Promise<true> {
  await testInstance(kind === 'hub' ? { id } : { id, url });
  return true;
}

/** Can this app be reached with the key that is stored? */
export const connectionQuery = (instance: Instance) => ({
  queryKey: adminKeys.connection(instance.id),
  queryFn: () => testConnection(instance),
  staleTime: 60_000,
  retry: false,
});
