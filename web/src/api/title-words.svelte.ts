import { createQuery, keepPreviousData } from '@tanstack/svelte-query';
import type { CardTitle } from '../domain/card-title.js';
import { statusCalls } from '../domain/status-calls.js';
import { titleKey } from '../domain/title-key.js';
import { askAgainAfter, worded, type TitleWords } from '../domain/title-words.js';
import { SPOKEN } from '../texts/language.js';
import { api, bodyOf } from './client.js';
import { keys } from './keys.js';

interface Worded {
  /** By the keys of the titles. */
  readonly words: ReadonlyMap<string, TitleWords>;
  /** Is everything known that will be known? */
  readonly isComplete: boolean;
}

const NOTHING: ReadonlyMap<string, TitleWords> = new Map();

/** The words of films and series in German, by one call for up to a hundred of them. */
const wordsQuery = (titles: readonly string[]) => ({
  queryKey: keys.words(titles),
  queryFn: async (): Promise<Worded> => {
    const words = new Map<string, TitleWords>();
    let isComplete = true;
    for (const query of statusCalls(titles)) {
      const answer = await bodyOf(api.GET('/api/titles/words', { params: { query: { ...query, language: 'de' } } }));
      for (const [id, own] of Object.entries(answer.movies)) words.set(`movie/${id}`, own);
      for (const [id, own] of Object.entries(answer.series)) words.set(`tv/${id}`, own);
      isComplete &&= answer.complete;
    }
    return { words, isComplete };
  },
  staleTime: 30 * 60_000,
});

/**
 * What films and series that are shown together are called and about in the reader's language, by their keys: one call for a screen.
 * In English nothing is asked, since all answers are English. Where this fails, titles stay as they are. Called while a component
 * is made.
 */
export function titleWords(titles: () => readonly Pick<CardTitle, 'kind' | 'id'>[]): {
  readonly current: ReadonlyMap<string, TitleWords>;
} {
  const reading = createQuery(() => {
    const shown = titles()
      .filter(({ kind }) => kind === 'movie' || kind === 'tv')
      .map(({ kind, id }) => titleKey(kind, id));
    return {
      ...wordsQuery(shown),
      enabled: SPOKEN === 'de' && shown.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }: { state: { data: Worded | undefined; dataUpdateCount: number } }) =>
        state.data !== undefined && askAgainAfter(state.data.isComplete, state.dataUpdateCount),
    };
  });
  return {
    get current() {
      return reading.data?.words ?? NOTHING;
    },
  };
}

/** These titles as cards show them: in the reader's language as soon as that is known. Called while a component is made. */
export function wordedTitles<T extends CardTitle>(titles: () => readonly T[]): { readonly current: readonly T[] } {
  const words = titleWords(titles);
  const current = $derived(worded(titles(), words.current));
  return {
    get current() {
      return current;
    },
  };
}
