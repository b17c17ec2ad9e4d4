import type { PictureSource } from '../../../clients/pictures/picture.client.js';
import { TRAKT, TRAKT_DOMAIN } from '../../../clients/trakt/trakt.client.js';

export const LIST_ARTWORK: PictureSource = { system: TRAKT, hosts: { below: TRAKT_DOMAIN }, folder: 'images' };

export const TMDB_PICTURES: PictureSource = { system: 'tmdb', hosts: { only: 'image.tmdb.org' }, folder: 't' };

const TMDB_SIZES = ['w92', 'w154', 'w185', 'w342', 'w500', 'w780', 'w1280'];

const TMDB_FILE = /^[A-Za-z0-9]+\.(?:jpe?g|png|webp)$/;

/** Null for a size or a file that there is none of. */
export function tmdbPath(size: string, file: string): readonly string[] | null {
  return TMDB_SIZES.includes(size) && TMDB_FILE.test(file) ? ['t', 'p', size, file] : null;
}
