import type { InfiniteData } from '@tanstack/svelte-query';
import { eachOnce } from '../domain/each-once.js';
import { foundPeople, type FoundPerson } from '../domain/found-people.js';
import { foundTitles, type FoundTitle } from '../domain/found-titles.js';
import { titleKey } from '../domain/title-key.js';
import { api, bodyOf } from './client.js';

interface FoundPage {
  readonly titles: readonly FoundTitle[];
  readonly people: readonly FoundPerson[];
  /** Of films, series and people together, on all pages. */
  readonly total: number | undefined;
  readonly next: number | undefined;
}

/** The films, series and people that a text finds, page by page: the provider mixes them. */
export const searchPages = (query: string) => ({
  queryKey: ['search-pages', query],
  queryFn: async ({
    pageParam: page,
    signal,
  }: {
    readonly pageParam: number;
    readonly signal: AbortSignal;
  }): Promise<FoundPage> => {
    const answer = await bodyOf(api.GET('/api/search', { params: { query: { query, page } }, signal }));
    const hasMore = page < (answer.total_pages ?? 0);
    return {
      titles: foundTitles(answer),
      people: foundPeople(answer),
      total: answer.total_results ?? undefined,
      next: hasMore ? page + 1 : undefined,
    };
  },
  initialPageParam: 1,
  getNextPageParam: ({ next }: FoundPage) => next,
  staleTime: 30 * 60_000,
  gcTime: 30 * 60_000,
  // Lists move while they are read, so that something may come on two pages.
  select: ({ pages }: InfiniteData<FoundPage, number>) => ({
    total: pages[0]?.total,
    titles: eachOnce(
      pages.flatMap(({ titles }) => titles),
      ({ kind, id }) => titleKey(kind, id),
    ),
    people: eachOnce(pages.flatMap(({ people }) => people)),
  }),
});
