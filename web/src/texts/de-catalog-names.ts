import type { CatalogNames } from './catalog-names.js';

/** The metadata provider's genres of films and series, by its numbers. */
const GENRES: ReadonlyMap<number, string> = new Map([
  [12, 'Abenteuer'],
  [14, 'Fantasy'],
  [16, 'Animation'],
  [18, 'Drama'],
  [27, 'Horror'],
  [28, 'Action'],
  [35, 'Komödie'],
  [36, 'Historie'],
  [37, 'Western'],
  [53, 'Thriller'],
  [80, 'Krimi'],
  [99, 'Dokumentation'],
  [878, 'Science-Fiction'],
  [9648, 'Mystery'],
  [10402, 'Musik'],
  [10749, 'Liebesfilm'],
  [10751, 'Familie'],
  [10752, 'Kriegsfilm'],
  [10759, 'Action und Abenteuer'],
  [10762, 'Kinder'],
  [10763, 'Nachrichten'],
  [10764, 'Reality'],
  [10765, 'Science-Fiction und Fantasy'],
  [10766, 'Seifenoper'],
  [10767, 'Talkshow'],
  [10768, 'Krieg und Politik'],
  [10770, 'Fernsehfilm'],
]);

/** Codes that the standard has withdrawn, or that only the provider uses. */
const OWN_CODES: ReadonlyMap<string, string> = new Map([
  ['cn', 'Kantonesisch'],
  ['mo', 'Moldauisch'],
  ['sh', 'Serbokroatisch'],
  ['xx', 'Ohne Sprache'],
]);

const LANGUAGES = new Intl.DisplayNames(['de'], { type: 'language', fallback: 'none' });

/** A language by its code; undefined for what is none, or none that the browser knows. */
function known(code: string): string | undefined {
  try {
    return LANGUAGES.of(code);
  } catch {
    return undefined;
  }
}

/** Names of genres and languages in German. */
export const deCatalogNames: CatalogNames = {
  genre: (id, name) => GENRES.get(id) ?? name,
  language: (code, name) => OWN_CODES.get(code) ?? known(code) ?? name,
};
