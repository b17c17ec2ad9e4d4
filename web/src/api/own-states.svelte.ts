import { createQuery } from '@tanstack/svelte-query';
import { titleState, type TitleState } from '../domain/title-state.js';
import { requestsQuery } from './queries.js';

/**
 * The states of the titles that the reader has requested, by `movie/603`: one call for all cards of a page. Called while a
 * component is made.
 */
export function ownStates(): { readonly current: ReadonlyMap<string, TitleState> } {
  const reading = createQuery(requestsQuery);
  const states = $derived(
    new Map(
      (reading.data ?? []).map((own) => [`${own.media_type}/${own.tmdb_id}`, titleState(own)] as const).reverse(),
    ),
  );
  return {
    get current() {
      return states;
    },
  };
}
