import { describe, expect, it } from 'vitest';
import { catalogId } from './title-key.js';

describe('doc2 §2: the id of a book or an album', () => {
  it.each([
    ['book', 'bc:7', 'hc:7'],
    ['book', 'hc:7', 'hc:7'],
    ['book', 'HC:7', 'hc:7'],
    ['book', 'gr:99', 'gr:99'],
    ['book', '7', '7'],
    ['music', '1F0E5B7A-0000-4AAA-8BBB-00000000A001', '1f0e5b7a-0000-4aaa-8bbb-00000000a001'],
  ] as const)('of a %s: %s is %s', (kind, id, one) => {
    expect(catalogId(kind, id)).toBe(one);
  });
});
