const HOUR_MS = 60 * 60_000;

/** How long answers are kept, in milliseconds. Source: doc 2 §4 Music. */
export const MUSIC_TTL = { feed: HOUR_MS, genre: 6 * HOUR_MS, title: 24 * HOUR_MS } as const;
