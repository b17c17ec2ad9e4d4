import { isLibraryKind } from '../domain/library-kinds.js';
import { holderChanges } from '../domain/people.js';
import { adminKeys } from './admin-keys.js';
import type { Instance } from './admin-queries.js';
import { api, bodyOf } from './client.js';

/** Somebody who may hold a library or a media server. */
export interface PossibleHolder {
  readonly id: number;
  readonly name: string;
}

/** Everybody who has an account, and who of them may use a library or a media server. */
export interface Holders {
  readonly people: readonly PossibleHolder[];
  readonly ids: ReadonlySet<number>;
}

const pathOf = (id: string) => ({ params: { path: { instanceID: id } } });

/** Who may use this. */
export const holdersQuery = ({ id, service_type: kind }: Instance) => ({
  queryKey: adminKeys.holders(id),
  queryFn: async (): Promise<Holders> => {
    const [users, ids] = await Promise.all([bodyOf(api.GET('/api/admin/users')), idsOf(id, kind)]);
    return { people: users.map((user) => ({ id: user.id, name: user.username })), ids: new Set(ids) };
  },
});

async function idsOf(id: string, kind: string): Promise<readonly number[]> {
  if (isLibraryKind(kind)) {
    const rows = await bodyOf(api.GET('/api/instances/{instanceID}/assignments', pathOf(id)));
    return rows.flatMap(({ user_id: user, assigned }) => (assigned ? [user] : []));
  }
  const rows = await bodyOf(api.GET('/api/instances/{instanceID}/grant-users', pathOf(id)));
  return rows.flatMap(({ user_id: user, instance_id: instance }) => (instance === id ? [user] : []));
}

/** Gives a library or a media server to exactly these people. What is as it should be isn't touched. */
export async function saveHolders(
  { id, service_type: kind }: Instance,
  before: ReadonlySet<number>,
  after: ReadonlySet<number>,
): Promise<void> {
  if (!isLibraryKind(kind)) {
    await bodyOf(api.PUT('/api/instances/{instanceID}/grant-users', { ...pathOf(id), body: { user_ids: [...after] } }));
    return;
  }
  const changes = holderChanges(before, after);
  for (const action of ['add', 'remove'] as const) {
    const ids = [...changes[action]];
    if (ids.length === 0) continue;
    await bodyOf(
      api.PATCH('/api/instances/{instanceID}/assignments', { ...pathOf(id), body: { action, user_ids: ids } }),
    );
  }
}
