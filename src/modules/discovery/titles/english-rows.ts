import { RawJson } from '../../../core/http/raw-answer.js';

/** A page of the provider, as far as it is cut. */
interface Page {
  readonly results: readonly { readonly original_language?: unknown }[];
}

/** Is it English, or is nothing said? Source: doc 4 §3.2. */
export function isEnglish(language: unknown): boolean {
  if (typeof language !== 'string' || language === '') return true;
  return /^en(-|$)/i.test(language);
}

/**
 * The page without titles in other languages; the very same where there are none. Its totals still describe the provider.
 *
 * @param page JSON with `results`, as the metadata has judged it
 */
export function englishRows(page: RawJson): RawJson {
  const { results, ...rest } = JSON.parse(page.text) as Page;
  const left = results.filter(({ original_language: language }) => isEnglish(language));
  return left.length === results.length ? page : new RawJson(JSON.stringify({ ...rest, results: left }));
}
