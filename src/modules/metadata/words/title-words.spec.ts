import { describe, expect, it } from 'vitest';
import { tmdbTitleWords } from '../../../clients/tmdb/tmdb-schemas.js';
import { wordsOf } from './title-words.js';

type Row = readonly [language: string, country: string | null, data: object | null];

/** What is made of a title with these translations. */
const wordsWith = (rows: readonly Row[], more: object = {}) => {
  const translations = rows.map(([iso_639_1, iso_3166_1, data]) => ({ iso_639_1, iso_3166_1, data }));
  const title = { id: 7, title: 'Harbor Lights', overview: 'A lamp goes out.', original_language: 'en' };
  return wordsOf(tmdbTitleWords.parse({ ...title, ...more, translations: { translations } }));
};

describe('issue 46: what a title is called and about, in the languages of the web app', () => {
  it('are in English those of the answer, and in another language those of its translation', () => {
    const german = { title: 'Hafenlichter', overview: 'Eine Lampe erlischt.' };
    expect(
      wordsWith([
        ['fr', 'FR', { title: 'Le phare', overview: '' }],
        ['de', 'DE', german],
      ]),
    ).toEqual({
      en: { title: 'Harbor Lights', overview: 'A lamp goes out.' },
      de: german,
    });
  });

  it('of a series are read where a series has them', () => {
    const named = { title: undefined, name: 'Northern Relay' };
    expect(wordsWith([['de', 'DE', { name: 'Nordstaffel', overview: 'Funk.' }]], named)).toEqual({
      en: { title: 'Northern Relay', overview: 'A lamp goes out.' },
      de: { title: 'Nordstaffel', overview: 'Funk.' },
    });
  });

  it('are of the language’s own country first, each by itself', () => {
    const rows: Row[] = [
      ['de', 'AT', { title: 'Die Leuchten', overview: 'Aus Wien.' }],
      ['de', 'DE', { title: 'Hafenlichter', overview: '' }],
    ];
    expect(wordsWith(rows).de).toEqual({ title: 'Hafenlichter', overview: 'Aus Wien.' });
  });

  it('an empty title is the original one, which is of the language only where the title comes from there', () => {
    const rows: Row[] = [['de', 'DE', { title: '', overview: 'Eine Lampe erlischt.' }]];
    expect(wordsWith(rows, { original_title: 'Harbor Lights' }).de.title).toBeNull();
    const from = { original_language: 'de', original_title: 'Hafenlichter' };
    expect(wordsWith(rows, from).de.title).toBe('Hafenlichter');
    expect(wordsWith([], { ...from, original_title: undefined, original_name: 'Nordstaffel' }).de.title).toBe(
      'Nordstaffel',
    );
  });

  it.each<[string, Row[]]>([
    ['no translation', []],
    ['one that is null', [['de', 'DE', null]]],
    ['one of nothing but blanks', [['de', null, { title: ' ', overview: '\n' }]]],
    ['one that is too long to be meant', [['de', 'DE', { title: 'x'.repeat(5_001), overview: 'x'.repeat(5_001) }]]],
  ])('are null where the provider has %s', (_, rows) => {
    expect(wordsWith(rows).de).toEqual({ title: null, overview: null });
  });
});
