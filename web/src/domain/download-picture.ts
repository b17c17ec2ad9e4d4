import { bookCover } from './catalog-titles.js';
import { posterAddresses, type PosterAddresses } from './picture-address.js';

/** A poster at the metadata provider, in any size. Of its address only the file's name goes to the server. */
const TMDB = /^https:\/\/image\.tmdb\.org\/t\/p\/\w+(\/[^/]+)$/;

/**
 * The picture of what is coming down, from this server. Undefined for the managers' own pictures, which are only sent to who
 * shows an access token, and `<img>` can't, and for other hosts, which browsers never ask.
 *
 * @param artwork as the server names it
 */
export function downloadPicture(artwork: string | undefined, basePath: string): PosterAddresses | undefined {
  const [, file] = TMDB.exec(artwork ?? '') ?? [];
  if (file !== undefined) return posterAddresses(file, basePath);
  const cover = bookCover(artwork);
  return cover === undefined ? undefined : { src: basePath + cover };
}
