import { createInfiniteQuery, type InfiniteData } from '@tanstack/svelte-query';
import { titleState } from '../domain/title-state.js';
import { readAgainWhile } from '../live/live.svelte.js';
import { requestsQuery, type OwnRequest } from './queries.js';

type Pages = InfiniteData<OwnRequest[], number | undefined>;

/** The reader's own requests, newest first, as far as they have been loaded. Called while a component is made. */
export function ownRequests() {
  return createInfiniteQuery(() => ({
    ...requestsQuery(),
    select: ({ pages }: Pages): readonly OwnRequest[] => pages.flat(),
    refetchInterval: readAgainWhile(({ pages }: Pages) =>
      pages.flat().some((request) => titleState(request) === 'unknown'),
    ),
  }));
}
