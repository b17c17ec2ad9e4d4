import type { QueryClient } from '@tanstack/svelte-query';
import { isLibraryKind } from '../domain/library-kinds.js';
import { assignedPeople, peopleOf, type Assigned, type Person } from '../domain/people.js';
import { adminKeys } from './admin-keys.js';
import { api, bodyOf, type Schemas } from './client.js';

/** A connection to an app of the household. */
export type Instance = Schemas['InstanceView'];

/** What is typed of a library. */
export type InstanceInput = Schemas['InstanceBody'];

/** A background job. */
export type BackgroundJob = Schemas['BackgroundJobView'];

/** All connections. */
export const instancesQuery = () => ({
  queryKey: adminKeys.instances,
  queryFn: () => bodyOf(api.GET('/api/instances')),
});

/** Does an app report changes? It is asked itself, so that the answer says whether it can be reached, too. */
export const webhookQuery = (id: string) => ({
  queryKey: adminKeys.webhook(id),
  queryFn: () => bodyOf(api.GET('/api/instances/{instanceID}/webhook', { params: { path: { instanceID: id } } })),
  staleTime: 30_000,
});

/** Who may use a library. */
export const assignedQuery = (id: string) => ({
  queryKey: adminKeys.assigned(id),
  queryFn: async (): Promise<Assigned> => {
    const [users, rows] = await Promise.all([
      bodyOf(api.GET('/api/admin/users')),
      bodyOf(api.GET('/api/instances/{instanceID}/assignments', { params: { path: { instanceID: id } } })),
    ]);
    return assignedPeople(users, rows);
  },
});

/** Everybody who has an account. */
export const peopleQuery = () => ({
  queryKey: adminKeys.people,
  queryFn: async (): Promise<readonly Person[]> => {
    const [users, devices] = await Promise.all([
      bodyOf(api.GET('/api/admin/users')),
      bodyOf(api.GET('/api/admin/devices')),
    ]);
    return peopleOf(users, devices);
  },
});

/** Who holds which of these instances: one call for each kind, since an answer has all rows of a kind. */
export const heldQuery = (instances: readonly Instance[]) => ({
  queryKey: adminKeys.heldOf(instances.map(({ id }) => id)),
  queryFn: async () => {
    const first = new Map(instances.map((instance) => [instance.service_type, instance.id]));
    const calls = [...first.values()].map((id) =>
      bodyOf(api.GET('/api/instances/{instanceID}/grant-users', { params: { path: { instanceID: id } } })),
    );
    return (await Promise.all(calls)).flat();
  },
});

/** The invite links that nobody has used. */
export const linksQuery = () => ({
  queryKey: adminKeys.links,
  queryFn: () => bodyOf(api.GET('/api/admin/connect-tokens')),
});

/** The background jobs, read again while one runs. */
export const jobsQuery = () => ({
  queryKey: adminKeys.jobs,
  queryFn: async () => (await bodyOf(api.GET('/api/admin/jobs'))).jobs,
});

/** Tries an address and a key, and saves nothing. */
export const testInstance = (body: InstanceInput) => bodyOf(api.POST('/api/instances/test', { body }));

/** Saves what is new, or the changes of what is there. The first library of its kind takes the household's requests. */
export async function saveInstance(body: InstanceInput, id: string | undefined): Promise<Instance> {
  if (id !== undefined)
    return bodyOf(api.PUT('/api/instances/{instanceID}', { params: { path: { instanceID: id } }, body }));
  if (!isLibraryKind(body.service_type ?? '')) return bodyOf(api.POST('/api/instances', { body }));
  const others = await bodyOf(api.GET('/api/instances'));
  const isFirst = !others.some(({ service_type: kind }) => kind === body.service_type);
  return bodyOf(api.POST('/api/instances', { body: { ...body, is_default: isFirst, auto_add_users: true } }));
}

/** Has a library take the household's requests of its kind. */
export const makeDefault = ({ id, name, url }: Instance) =>
  bodyOf(
    api.PUT('/api/instances/{instanceID}', {
      params: { path: { instanceID: id } },
      body: { name, url, is_default: true },
    }),
  );

/** The folders of the server below which media files may lie. */
export const mediaRootsQuery = () => ({
  queryKey: adminKeys.mediaRoots,
  queryFn: () => bodyOf(api.GET('/api/instances/media-roots')),
  staleTime: 5 * 60_000,
});

/** Saves where the folders of a library are for the server. */
export const saveFolders = ({ id, name, url }: Instance, pairs: Instance['media_path_mappings']) =>
  bodyOf(
    api.PUT('/api/instances/{instanceID}', {
      params: { path: { instanceID: id } },
      body: { name, url, media_path_mappings: pairs },
    }),
  );

/** So many accounts can be named in one call. */
const USERS_IN_A_CALL = 10_000;

/**
 * Gives everybody who has an account a library, administrators too: the server gives it by itself only to those who come
 * afterwards. Source: issue 22, wizard
 */
export async function assignEverybody(id: string): Promise<void> {
  const users = await bodyOf(api.GET('/api/admin/users'));
  for (let at = 0; at < users.length; at += USERS_IN_A_CALL) {
    const ids = users.slice(at, at + USERS_IN_A_CALL).map((user) => user.id);
    await bodyOf(
      api.PATCH('/api/instances/{instanceID}/assignments', {
        params: { path: { instanceID: id } },
        body: { action: 'add', user_ids: ids },
      }),
    );
  }
}

/** Has an app report changes, if it can. */
export const setUpWebhook = (id: string) =>
  bodyOf(api.POST('/api/instances/{instanceID}/webhook', { params: { path: { instanceID: id } } }));

/** After somebody was invited, or a link was taken back: everything that shows people is read again. */
export async function dropPeople(client: QueryClient): Promise<void> {
  const touched = [adminKeys.people, adminKeys.held, adminKeys.links];
  await Promise.all(touched.map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** After a library was added, changed or removed: everything that shows what it has is read again. */
export async function dropLibraries(client: QueryClient): Promise<void> {
  await client.invalidateQueries();
}
