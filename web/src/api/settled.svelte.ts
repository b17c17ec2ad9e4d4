/**
 * A value once it has stayed the same for a while, for questions that are dear; the first value at once. Called while a component
 * is made.
 *
 * @param value what changes as somebody types
 * @param ms how long it has to stay
 */
export function settled(value: () => string, ms: number): { readonly current: string } {
  let current = $state(value());
  $effect(() => {
    const now = value();
    const timer = setTimeout(() => (current = now), ms);
    return () => clearTimeout(timer);
  });
  return {
    get current() {
      return current;
    },
  };
}
