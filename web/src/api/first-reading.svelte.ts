import { useIsFetching } from '@tanstack/svelte-query';
import { onMount } from 'svelte';

/** What is asked for because of an answer begins within it. */
const PAUSE_MS = 80;

/** After so long a page is shown as it is. */
const FAIR_WAIT_MS = 2_000;

/**
 * Has all come that a page reads when it is opened? What stands below something that still grows is shown then, so that nothing moves.
 * Called while a component is made.
 */
export function firstReading(): { readonly isOver: boolean } {
  // What is read again has its place already.
  const reading = useIsFetching({ predicate: ({ state }) => state.data === undefined });
  let isOver = $state(false);
  const end = (): void => void (isOver = true);
  $effect(() => {
    if (isOver || reading.current > 0) return;
    const pause = setTimeout(end, PAUSE_MS);
    return () => clearTimeout(pause);
  });
  onMount(() => {
    const late = setTimeout(end, FAIR_WAIT_MS);
    return () => clearTimeout(late);
  });
  return {
    get isOver() {
      return isOver;
    },
  };
}
