import type { WantedTitle } from '../../../clients/mediabrowser/media-item.js';

/** The title that somebody wants to watch, as they name it. At least one of the ids is there. */
export type AskedTitle = WantedTitle;

/** What the metadata provider says of a title. */
export interface KnownTitle {
  readonly tmdbId: number;
  /** Null where it names none: of films it never does. */
  readonly tvdbId: number | null;
  /** Null where it names none. */
  readonly year: number | null;
  /** In the language of the provider, and its own. */
  readonly names: readonly string[];
}

/** So many characters of a title are looked at. Source: doc 3 §12.4. */
export const LONGEST_TITLE = 256;

/** So far the years of one title lie apart: it comes out in one country before another. */
const YEARS_APART = 1;

/**
 * The title to look for on behalf of a kids account: the one that was judged, by its own ids; null where something that was
 * asked is another title's, or can't be told from another title's. A link always leads to what was judged.
 *
 * Source: issue 21, Watch.
 */
export function judgedTitle(asked: AskedTitle, known: KnownTitle): AskedTitle | null {
  const { type, tmdbId, tvdbId, title = '', year } = asked;
  if (tmdbId !== null && tmdbId !== known.tmdbId) return null;
  if (tvdbId !== null && tvdbId !== known.tvdbId) return null;
  if (year !== undefined && known.year !== null && Math.abs(year - known.year) > YEARS_APART) return null;
  if (title !== '' && !known.names.some((name) => isSameName(name, title))) return null;
  return { ...asked, type, tmdbId: known.tmdbId, tvdbId: known.tvdbId };
}

const isSameName = (name: string, asked: string): boolean => plain(name.slice(0, LONGEST_TITLE)) === plain(asked);

/** Letters and digits alone, in small letters and without accents; a name without any is compared as it is. */
function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name.trim() : letters;
}
