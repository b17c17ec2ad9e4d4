import { secondsUntil } from '../domain/time-to-act.js';

/**
 * The whole seconds until a moment, counted down to 0. Called while a component is made.
 *
 * @param until epoch milliseconds; it may change
 */
export function secondsLeft(until: () => number): { readonly current: number } {
  let now = $state(Date.now());
  $effect(() => {
    const end = until();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const count = (): void => {
      now = Date.now();
      if (now < end) timer = setTimeout(count, Math.min(1_000, end - now));
    };
    count();
    return () => clearTimeout(timer);
  });
  return {
    get current() {
      return secondsUntil(until(), now);
    },
  };
}
