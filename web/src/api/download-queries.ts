import type { QueryClient } from '@tanstack/svelte-query';
import { api, bodyOf, type Schemas } from './client.js';
import { keys } from './keys.js';

/** What is coming down. */
export type Downloads = Schemas['DownloadActivityView'];

/** How much is coming down, and how well that is known. */
export type DownloadsState = Schemas['DownloadSummaryView'];

/** What is coming down for one title of one library. */
export type DownloadGroup = Schemas['DownloadGroupView'];

/** A download. */
export type DownloadJob = Schemas['DownloadJobView'];

/** By what an administrator pauses, resumes and removes a download. */
export type DownloadControl = NonNullable<DownloadJob['control']>;

/** Whose downloads are shown. */
export type DownloadScope = Downloads['scope'];

/** What an administrator has done to a download. */
export type DownloadOrder = 'pause' | 'resume' | { readonly remove: { readonly deleteData: boolean } };

/** What is coming down. Administrators are always shown all, and others no more than the household allows. */
export const downloadsQuery = (scope: DownloadScope) => ({
  queryKey: keys.downloads(scope),
  queryFn: () => bodyOf(api.GET('/api/downloads/activity', { params: { query: { scope } } })),
});

/** Has a client pause, resume or remove a download. It is sent once. */
export async function orderDownload(
  { instance_id: instanceID, item_id: itemID }: DownloadControl,
  order: DownloadOrder,
): Promise<void> {
  const path = { instanceID, itemID };
  if (order === 'pause')
    await bodyOf(api.POST('/api/downloads/{instanceID}/queue/{itemID}/pause', { params: { path } }));
  else if (order === 'resume')
    await bodyOf(api.POST('/api/downloads/{instanceID}/queue/{itemID}/resume', { params: { path } }));
  else
    await bodyOf(api.DELETE('/api/downloads/{instanceID}/queue/{itemID}', { params: { path, query: order.remove } }));
}

/** Everything that shows downloads is read again. */
export const dropDownloads = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: keys.downloads() });
