/**
 * Films and series share the table, since a library names its genres without a number. A combined genre goes by each of its halves, and
 * each half by the combined name.
 */
const NAMES: Readonly<Record<number, readonly string[]>> = {
  12: ['Adventure', 'Action & Adventure'],
  14: ['Fantasy', 'Sci-Fi & Fantasy'],
  16: ['Animation', 'Animated', 'Anime', 'Cartoon'],
  18: ['Drama'],
  27: ['Horror'],
  28: ['Action', 'Action & Adventure', 'Martial Arts'],
  35: ['Comedy', 'Stand-up'],
  36: ['History', 'Historical'],
  37: ['Western'],
  53: ['Thriller', 'Suspense'],
  80: ['Crime'],
  99: ['Documentary', 'Docuseries'],
  878: ['Science Fiction', 'Sci-Fi', 'SciFi', 'Sci-Fi & Fantasy'],
  9648: ['Mystery'],
  10402: ['Music', 'Musical'],
  10749: ['Romance', 'Romantic'],
  10751: ['Family'],
  10752: ['War', 'War & Politics', 'Military'],
  10759: ['Action & Adventure', 'Action', 'Adventure', 'Martial Arts'],
  10762: ['Kids', 'Children', "Children's"],
  10763: ['News'],
  10764: ['Reality', 'Reality TV'],
  10765: ['Sci-Fi & Fantasy', 'Science Fiction', 'Sci-Fi', 'SciFi', 'Fantasy'],
  10766: ['Soap', 'Soap Opera'],
  10767: ['Talk', 'Talk Show'],
  10768: ['War & Politics', 'War', 'Politics', 'Political', 'Military'],
  10770: ['TV Movie', 'TV Film'],
};

/** Genre names are the same however they are cased, spaced and punctuated. */
export const sameGenre = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** The names of these genres, as {@link sameGenre} writes them. An id that the table doesn't have has no name. */
export function genreNames(ids: readonly number[]): ReadonlySet<string> {
  return new Set(ids.flatMap((id) => NAMES[id] ?? []).map(sameGenre));
}
