/** Films or series, as the wire names them. */
export type TitleKind = 'movie' | 'tv';
