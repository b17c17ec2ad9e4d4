/** A player on a box, and the links that show a title in it. None of them begins to play. */
export interface Player {
  /** The bundle by which the box knows the player. */
  readonly app: string;
  /** The link to the page of a film or a series of The Movie Database. */
  readonly link: (mediaType: 'movie' | 'tv', tmdbId: number) => string;
}

/** The players that titles can be opened in. Source: ../shared/upstream/appletv, player deep links. */
export const PLAYERS = {
  infuse: {
    app: 'com.firecore.infuse',
    link: (mediaType, tmdbId) => `infuse://${mediaType === 'movie' ? 'movie' : 'series'}/${tmdbId}`,
  },
} as const satisfies Readonly<Record<string, Player>>;
