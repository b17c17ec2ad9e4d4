import { RawJson } from '../../../core/http/raw-answer.js';

interface Page {
  readonly results: readonly { readonly original_language?: unknown }[];
}

/** Or nothing is said. */
export function isEnglish(language: unknown): boolean {
  if (typeof language !== 'string' || language === '') return true;
  return /^en(-|$)/i.test(language);
}

/** The very same page where nothing is left out. Its totals still describe the provider. */
export function englishRows(page: RawJson): RawJson {
  const { results, ...rest } = JSON.parse(page.text) as Page;
  const left = results.filter(({ original_language: language }) => isEnglish(language));
  return left.length === results.length ? page : new RawJson(JSON.stringify({ ...rest, results: left }));
}
