import { sharedLibraries, type SharedLibrary } from '../domain/shared-libraries.js';
import { adminKeys } from './admin-keys.js';
import type { Instance } from './admin-queries.js';
import { api, bodyOf } from './client.js';

/** Which libraries of a media server people see, of those that there are. */
export interface Shared {
  readonly libraries: readonly SharedLibrary[];
  /** Empty for all, later ones too. */
  readonly chosen: readonly string[];
}

/** What people see of a media server, which is asked itself. */
export const sharedQuery = ({ id }: Instance) => ({
  queryKey: adminKeys.shared(id),
  queryFn: async (): Promise<Shared> => {
    const [content, instances] = await Promise.all([
      bodyOf(api.POST('/api/instances/media-server/libraries', { body: { id } })),
      bodyOf(api.GET('/api/instances')),
    ]);
    // It may be another one than the page knew.
    const chosen = instances.find((instance) => instance.id === id)?.media_server_config?.library_ids ?? [];
    return { libraries: sharedLibraries(content.libraries, chosen), chosen };
  },
});

/** Has people see these libraries; none for all, later ones too. Everything else of the server stays. */
export async function saveShared({ id, service_type: kind }: Instance, chosen: readonly string[]): Promise<void> {
  const ids = [...chosen];
  const path = { instanceID: id };
  if (kind === 'audiobook_server') {
    const body = { default_library_ids: ids };
    await bodyOf(api.PUT('/api/admin/instances/{instanceID}/media-access', { params: { path }, body }));
    return;
  }
  const now = (await bodyOf(api.GET('/api/instances'))).find((instance) => instance.id === id);
  // Of one that is gone the server says so.
  const { name, url, media_server_config: config } = now ?? { name: '', url: '', media_server_config: {} };
  const body = { name, url, media_server_config: { ...config, library_ids: ids } };
  await bodyOf(api.PUT('/api/instances/{instanceID}', { params: { path }, body }));
}
