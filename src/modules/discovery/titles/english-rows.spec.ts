import { describe, expect, it } from 'vitest';
import { RawJson } from '../../../core/http/raw-answer.js';
import { englishRows, isEnglish } from './english-rows.js';

const pageOf = (languages: readonly unknown[]): RawJson =>
  new RawJson(
    JSON.stringify({
      page: 3,
      results: languages.map((original_language, id) => ({ id, original_language })),
      total_pages: 9,
      total_results: 180,
    }),
  );

describe('isEnglish', () => {
  it.each(['en', 'en-US', 'en-GB', 'en-', 'EN', undefined, null, ''])('doc4 §3.2: %j is kept', (language) => {
    expect(isEnglish(language)).toBe(true);
  });

  it.each(['de', 'fr', 'eng', 'enm', 'xx', 'e', 'cn', 'fr-en', ' en'])('doc4 §3.2: %j is not', (language) => {
    expect(isEnglish(language)).toBe(false);
  });
});

describe('englishRows', () => {
  it('doc2 §4 English-only: leaves other languages out, and the totals as the provider gave them', () => {
    const { text } = englishRows(pageOf(['en', 'de', undefined, 'ja']));
    const results = [{ id: 0, original_language: 'en' }, { id: 2 }];
    expect(JSON.parse(text)).toEqual({ page: 3, results, total_pages: 9, total_results: 180 });
  });

  it('is the very same answer where nothing is left out', () => {
    const page = pageOf(['en', 'en-US', null]);
    expect(englishRows(page)).toBe(page);
  });
});
