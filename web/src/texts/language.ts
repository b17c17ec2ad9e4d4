import { formOf, type Language, languageOf } from '../domain/language.js';
import { keep, kept } from '../session/kept-choice.js';

const KEY = 'usher-language';

/** What the app speaks, from its start to its end. */
export const SPOKEN: Language = languageOf(kept(KEY), navigator.languages);

/** For dates and numbers: the reader's own form of that language. */
export const LANGUAGE: string = formOf(SPOKEN, navigator.languages);

/** Has the app speak another language from now on; the page is loaded anew. */
export function speak(language: Language): void {
  keep(KEY, language);
  window.location.reload();
}

/**
 * These texts in the language that the app speaks.
 *
 * @param german loads them in German: a file that imports nothing, since the files that wait for it would wait for themselves
 */
export async function spoken<T extends object>(english: T, german: () => Promise<T>): Promise<T> {
  if (SPOKEN === 'de') return german();
  if (SPOKEN === 'en-XA') return (await import('./marked.js')).marked(english);
  return english;
}
