/** So long a call whose answer was lost may still take effect, in milliseconds: until then absence proves nothing. */
export const LATE_EFFECT_MS = 30_000;

/** How long a lease lasts, in milliseconds. It is extended while work is under way; a killed process leaves it so long. */
export const LEASE_MS = 15_000;

/** When the lease ended of work that a killed process has left: the next start has ended it (`endLeftLeases`). */
export const ENDED_BY_START = 0;

/** How often the lease of work that is under way is extended, in milliseconds. */
export const HEARTBEAT_MS = 5_000;

/** How long to wait before a server that couldn't be asked is asked again, in milliseconds, by the number of tries. */
export const waitAfter = (attempts: number): number => Math.min(10_000 * 2 ** Math.min(attempts, 10), 60_000);
