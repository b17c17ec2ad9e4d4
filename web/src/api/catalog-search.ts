import type { QueryClient } from '@tanstack/svelte-query';
import type { CardTitle } from '../domain/card-title.js';
import { discoverTabs, ownLibraries } from '../domain/own-libraries.js';
import { catalogSearchQuery } from './catalog-queries.js';
import { configQuery } from './queries.js';

/** The albums or the books that a text finds, as the search page has them; none where no library of the reader serves them. */
export async function foundInCatalog(
  client: QueryClient,
  kind: 'music' | 'book',
  query: string,
): Promise<readonly CardTitle[]> {
  const config = await client.query(configQuery());
  if (!discoverTabs(config).includes(kind === 'music' ? 'music' : 'books')) return [];
  const [library] = ownLibraries(config, kind);
  return (await client.infiniteQuery(catalogSearchQuery(kind, library?.id ?? '', query))).titles;
}
