/** What the app speaks. `en-XA` is English with marks and longer words: it shows what a translation would break. */
export type Language = 'en' | 'de' | 'en-XA';

/** The languages that people choose from, each with its own name. */
export const LANGUAGES: readonly (readonly [language: Language, name: string])[] = [
  ['en', 'English'],
  ['de', 'Deutsch'],
];

const isLanguage = (text: string | null): text is Language =>
  text === 'en-XA' || LANGUAGES.some(([one]) => one === text);

/**
 * What is the app to speak?
 *
 * @param chosen what was chosen in this browser; what it doesn't speak counts as nothing
 * @param preferred the languages of the browser, the best liked first
 */
export function languageOf(chosen: string | null, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  const spoken = preferred.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return LANGUAGES.map(([language]) => language).find((one) => one === spoken.find((tag) => isLanguage(tag))) ?? 'en';
}

/** The form of a language in which dates and numbers are written: the reader's own, where the browser names one. */
export function formOf(language: Language, preferred: readonly string[]): string {
  const [base = 'en'] = language.split('-');
  return preferred.find((tag) => tag.toLowerCase().split('-')[0] === base && isWellFormed(tag)) ?? base;
}

/** Browsers name what the system says, `en-US@posix` among it; dates can't be written in that. */
function isWellFormed(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
