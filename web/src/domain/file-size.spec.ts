import { expect, it } from 'vitest';
import { sizeInWords } from './file-size.js';

it.each([
  [0, 'en', '0 byte'],
  [999, 'en', '999 byte'],
  [1_000, 'en', '1 kB'],
  [2_439_000_000, 'en', '2.4 GB'],
  [2_439_000_000, 'de', '2,4 GB'],
  [24_390_000_000, 'en', '24 GB'],
  [9_000_000_000_000_000, 'en', '9,000 TB'],
])('issue 23: %i bytes are in %s %s', (bytes, language, words) => {
  expect(sizeInWords(bytes, language).replace('\u00a0', ' ')).toBe(words);
});
