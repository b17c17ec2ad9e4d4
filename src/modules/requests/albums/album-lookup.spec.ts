import { describe, expect, it } from 'vitest';
import { lookupWords } from './album-lookup.js';

describe('doc2 §4 Requests rule 5: the words after the exact id', () => {
  it.each([
    ['Long Wave', null, ['Long Wave']],
    ['Long Wave', 'glass meridian long wave', ['glass meridian long wave', 'Long Wave']],
    ['Long Wave', 'Long Wave', ['Long Wave']],
    ['Long Wave (Deluxe) [2026]', null, ['Long Wave (Deluxe) [2026]', 'Long Wave']],
    ['(untitled)', ' ', ['(untitled)']],
  ])('%s, found by %s', (title, searchTerm, words) => {
    expect(lookupWords({ title, searchTerm })).toEqual(words);
  });
});
