import { useQueryClient } from '@tanstack/svelte-query';
import { onMount } from 'svelte';

/** How often it is looked whether something is still being read. */
const LOOK_MS = 40;

/** What is asked for because of an answer begins within it. */
const PAUSE_MS = 80;

/** After so long a page is shown as it is. */
const FAIR_WAIT_MS = 2_000;

/**
 * Has all come that a page reads when it is opened? What stands below something that still grows is shown then, so that nothing moves.
 * What is read again has its place already. Called while a component is made.
 */
export function firstReading(): { readonly isOver: boolean } {
  const client = useQueryClient();
  let isOver = $state(false);
  onMount(() => {
    let [waited, quiet] = [0, 0];
    const timer = setInterval(() => {
      waited += LOOK_MS;
      const count = client.isFetching({ predicate: ({ state }) => state.data === undefined });
      quiet = count > 0 ? 0 : quiet + LOOK_MS;
      if (quiet < PAUSE_MS && waited < FAIR_WAIT_MS) return;
      isOver = true;
      clearInterval(timer);
    }, LOOK_MS);
    return () => clearInterval(timer);
  });
  return {
    get isOver() {
      return isOver;
    },
  };
}
