/** The members of a status that say when the saved one was true. */
interface SavedReading {
  readonly request_id?: number;
  readonly delivery?: readonly { readonly request_id: number; readonly last_attempt_at?: string }[];
}

/**
 * When what is saved of a request was last affirmed: at the last attempt to send it to its library. Undefined where there was none:
 * no other moment of the answer says anything of its library.
 */
export function lastKnownAt({ request_id: id, delivery = [] }: SavedReading): string | undefined {
  const attempts = delivery.flatMap((one) =>
    one.request_id === id && one.last_attempt_at !== undefined ? [one.last_attempt_at] : [],
  );
  return attempts.sort((one, other) => Date.parse(one) - Date.parse(other)).at(-1);
}
