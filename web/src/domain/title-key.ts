/** The kinds of titles that there are libraries for. */
export type KindOfTitle = 'movie' | 'tv' | 'book' | 'music';

/** The name of a film or a series within the app: `movie/603`. */
export const titleKey = (kind: KindOfTitle, id: number): string => `${kind}/${id}`;
