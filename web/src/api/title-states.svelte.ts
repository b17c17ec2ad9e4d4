import { createQuery, keepPreviousData } from '@tanstack/svelte-query';
import type { CardTitle } from '../domain/card-title.js';
import { titleKey } from '../domain/title-key.js';
import type { TitleState } from '../domain/title-state.js';
import { readAgainWhile } from '../live/live.svelte.js';
import { statusesQuery } from './queries.js';

/** What is known of the states of the titles of a shelf or a grid. */
export interface TitleStates {
  /** By their keys. A title that is unknown, or that the account may not see, has none. */
  readonly current: ReadonlyMap<string, TitleState>;
  /** Why nothing is known; the titles can be shown without. */
  readonly failure: unknown;
  readonly again: () => unknown;
}

const NOTHING: ReadonlyMap<string, TitleState> = new Map();

/**
 * The states of the titles that are shown together, by one call for up to a hundred of them. Called while a component is made.
 */
export function titleStates(titles: () => readonly CardTitle[]): TitleStates {
  const reading = createQuery(() => {
    const shown = titles().map(({ kind, id }) => titleKey(kind, id));
    return {
      ...statusesQuery(shown),
      enabled: shown.length > 0,
      placeholderData: keepPreviousData,
      refetchInterval: readAgainWhile((states: ReadonlyMap<string, TitleState>) =>
        [...states.values()].includes('unknown'),
      ),
    };
  });
  return {
    get current() {
      return reading.data ?? NOTHING;
    },
    get failure() {
      return reading.error;
    },
    again: () => reading.refetch(),
  };
}
