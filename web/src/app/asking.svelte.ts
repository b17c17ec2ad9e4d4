import type { FoundTitle } from '../domain/found-titles.js';

/** Which film or series the reader is asking for from its card; undefined where none. One dialog serves all cards. */
export const asking: { title: FoundTitle | undefined } = $state({ title: undefined });
