/** Of thousands of records a library is tens of megabytes, and a manager takes its time over it. */
export const WHOLE_LIBRARY = { deadlineMs: 60_000, maxBytes: 256 * 1024 * 1024 } as const;

/** Lookups and additions ask the manager's own metadata service first. */
export const ASKS_METADATA = { deadlineMs: 30_000 } as const;
