import { createQueries, useQueryClient } from '@tanstack/svelte-query';
import { chainOf, pagesWith, startAfter, type PageStart } from '../domain/request-pages.js';
import { readAgainWhileUnknown } from './own-requests.svelte.js';
import { PAGE_OF_REQUESTS, requestsQuery, type OwnRequest } from './queries.js';

/** So many pages are read again at most, of those that have something that is shown; a filter may show something of each. */
const MOST_READ_AGAIN = 4;

/** What the newest page says is good for so long where nothing is heard of a change, in milliseconds. */
const FRESH_MS = 5_000;

/** What is known of the reader's own requests, as far as they have been loaded. */
export interface RequestPages {
  /** Newest first; undefined until the newest are there. */
  readonly data: readonly OwnRequest[] | undefined;
  readonly error: unknown;
  readonly fetchStatus: 'fetching' | 'paused' | 'idle';
  /** How many pages have been loaded. */
  readonly count: number;
  /** Are there more, as far as is known? */
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  /** Loads the next page, or the one that has failed. */
  readonly more: () => void;
  readonly refetch: () => unknown;
  /** These are drawn now: what has changed of others is read when they are. */
  readonly show: (requestIds: readonly number[]) => void;
}

/** The reader's own requests, page by page. Called while a component is made. */
export function requestPages(): RequestPages {
  const client = useQueryClient();
  const keptIds = (start: PageStart): readonly number[] | undefined =>
    client.getQueryData<OwnRequest[]>(requestsQuery(start).queryKey)?.map(({ request_id: id }) => id);

  const newest = requestsQuery();
  if ((client.getQueryState(newest.queryKey)?.dataUpdatedAt ?? 0) < Date.now() - FRESH_MS)
    void client.invalidateQueries({ queryKey: newest.queryKey, exact: true, refetchType: 'none' });

  /** Where the pages begin, from the newest on. Those that were loaded before are there again at once. */
  let chain: readonly PageStart[] = $state.raw(chainInCache(keptIds));
  let shown: ReadonlySet<PageStart> = $state.raw(new Set<PageStart>([undefined]));

  const pages = createQueries(() => ({
    queries: chain.map((start) => ({
      ...requestsQuery(start),
      // What isn't shown isn't read again, neither by the clock nor because it has changed: it is once it is shown.
      enabled: shown.has(start) || keptIds(start) === undefined,
      // They are mounted anew whenever others are shown; only what has changed is read for that.
      refetchOnMount: ({ state }: { readonly state: { readonly isInvalidated: boolean } }) => state.isInvalidated,
      refetchInterval: readAgainWhileUnknown(),
    })),
  }));

  const idsOf = (start: PageStart): readonly number[] | undefined =>
    pages[chain.indexOf(start)]?.data?.map(({ request_id: id }) => id);

  $effect(() => {
    const next = chainOf(chain, idsOf, PAGE_OF_REQUESTS);
    if (next.join() !== chain.join()) chain = next;
  });

  let before: readonly (OwnRequest[] | undefined)[] = [];
  let merged: readonly OwnRequest[] = [];
  /** The same list for as long as no page has changed: thousands are filtered and drawn by it. */
  const rows = $derived.by(() => {
    const parts = pages.map(({ data }) => data);
    if (parts.length === before.length && parts.every((part, at) => part === before[at])) return merged;
    before = parts;
    merged = eachRequestOnce(parts);
    return merged;
  });
  const last = $derived(pages.at(-1));
  const next = $derived(startAfter(chain, idsOf, PAGE_OF_REQUESTS));

  return {
    get data() {
      return pages[0]?.data && rows;
    },
    get error() {
      return pages.find(({ error }) => error !== null)?.error ?? null;
    },
    get fetchStatus() {
      return pages[0]?.fetchStatus ?? 'idle';
    },
    get count() {
      return pages.filter(({ data }) => data !== undefined).length;
    },
    get hasMore() {
      return next !== undefined || last?.data === undefined;
    },
    get isLoadingMore() {
      return last?.data === undefined && last?.fetchStatus === 'fetching';
    },
    more: () => {
      if (last?.data === undefined) void last?.refetch();
      else if (next !== undefined) chain = [...chain, next];
    },
    refetch: () => Promise.all(pages.filter(({ error }) => error !== null).map((page) => page.refetch())),
    show: (requestIds) => {
      const now = pagesWith(chain, idsOf, requestIds, MOST_READ_AGAIN);
      if (now.size > 0 && (now.size !== shown.size || [...now].some((start) => !shown.has(start)))) shown = now;
    },
  };
}

/** The pages that are still kept, from the newest on. */
function chainInCache(idsOf: (start: PageStart) => readonly number[] | undefined): readonly PageStart[] {
  const chain: PageStart[] = [undefined];
  for (;;) {
    const next = startAfter(chain, idsOf, PAGE_OF_REQUESTS);
    if (next === undefined || idsOf(next) === undefined) return chain;
    chain.push(next);
  }
}

/** Pages may overlap. What the first of them says is kept. */
function eachRequestOnce(pages: readonly (readonly OwnRequest[] | undefined)[]): readonly OwnRequest[] {
  const byId = new Map<number, OwnRequest>();
  for (const request of pages.flatMap((page) => page ?? []))
    if (!byId.has(request.request_id)) byId.set(request.request_id, request);
  return [...byId.values()];
}
