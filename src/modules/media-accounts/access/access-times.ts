/** How long a lease lasts, in milliseconds. It is extended while a try is under way; a killed process leaves it so long. */
export const LEASE_MS = 30_000;

/** How often the lease of a try that is under way is extended, in milliseconds. */
export const HEARTBEAT_MS = 10_000;

/** The longest wait between two tries, in milliseconds. */
export const LONGEST_WAIT_MS = 60 * 60_000;

/** The longest wait for a server that is down, in milliseconds: its queue is through 60 s after it answers again. */
export const LONGEST_WAIT_FOR_SERVER_MS = 30_000;
