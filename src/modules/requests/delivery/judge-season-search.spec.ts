import { describe, expect, it } from 'vitest';
import { hasRun } from './judge-season-search.js';

describe('hasRun', () => {
  it.each<[string, number | null, number | null, number | null, boolean]>([
    ['its answer came', null, 900, null, true],
    ['its answer came, whatever the library says', 50, 900, 50, true],
    ['its answer was lost and it has run for the first time', null, null, 60, true],
    ['its answer was lost and it has run once more', 50, null, 51, true],
    ['nobody knows of it, nothing was ever searched', null, null, null, false],
    ['nobody knows of it, nothing was searched since', 50, null, 50, false],
    ['nobody knows of it, what was searched has come since', 50, null, 40, false],
    ['nobody knows of it, all that was searched has come', 50, null, null, false],
  ])('doc4 §1.17: %s', (_case, searchMark, sentAt, latest, ran) => {
    expect(hasRun({ searchMark, sentAt }, latest)).toBe(ran);
  });
});
