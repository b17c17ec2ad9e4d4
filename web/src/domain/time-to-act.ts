/**
 * Until when something can be done that the server offers until a moment, in epoch milliseconds by this browser's clock. Where
 * the two clocks differ too much for the server's moment to make sense, it lasts its usual time from now on.
 *
 * @param expiresAt what the server says, RFC 3339
 * @param now when the answer came, by this browser's clock
 * @param usual how long it lasts, in milliseconds
 */
export function actBefore(expiresAt: string, now: number, usual: number): number {
  const at = Date.parse(expiresAt);
  return at > now && at <= now + usual ? at : now + usual;
}

/** Whole seconds that are left, the last one until it is over. */
export const secondsUntil = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / 1_000));

/** Minutes and seconds, as a kitchen timer shows them: 4:05. */
export const asTimer = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
