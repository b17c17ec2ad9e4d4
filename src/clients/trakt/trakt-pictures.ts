/** The provider's name in errors and logs. */
export const TRAKT = 'trakt';

/** Artwork is on hosts below this domain, under `images/`. Source: Trakt facts, Images. */
export const TRAKT_DOMAIN = 'trakt.tv';
