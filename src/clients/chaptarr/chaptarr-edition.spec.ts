import { describe, expect, it } from 'vitest';
import { readEdition } from './chaptarr-edition.js';

const many = (length: number): readonly string[] => Array.from({ length }, () => 'B0DEMOAUD1');

describe('the ASINs of an edition', () => {
  it.each<readonly [object, readonly string[]]>([
    [{ asins: ['B0DEMOAUD1', 'B0DEMOAUD2'] }, ['B0DEMOAUD1', 'B0DEMOAUD2']],
    [{ asins: ['B0DEMOAUD1', 7, null, ''] }, ['B0DEMOAUD1']],
    [{ asins: ['B0DEMOAUD1'], audibleASIN: 'B0DEMOAUD9' }, ['B0DEMOAUD9', 'B0DEMOAUD1']],
    [{ asins: 'B0DEMOAUD1', audibleASIN: 7 }, []],
    [{ asins: null, audibleASIN: null }, []],
    [{}, []],
    [{ asins: many(60) }, many(49)],
  ])('beside the first one: %j', (edition, moreAsins) => {
    expect(readEdition({ asin: 'B0DEMO0001', ...edition })).toMatchObject({ asin: 'B0DEMO0001', moreAsins });
  });
});
