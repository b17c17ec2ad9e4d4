import { describe, expect, it } from 'vitest';
import { isbn10Of, isbn13Of, asinOf, audiobookNumbers } from './book-numbers.js';

describe('doc2 §4 rule 8: checksum-valid ISBNs, all of them as ISBN-13', () => {
  it.each([
    ['an ISBN-13', '9780306406157', '9780306406157'],
    ['one with hyphens and spaces', ' 978-0-306-40615-7 ', '9780306406157'],
    ['one that begins with 979', '9791032305690', '9791032305690'],
    ['an ISBN-10', '0306406152', '9780306406157'],
    ['an ISBN-10 with X', '0-8044-2957-X', '9780804429573'],
    ['an ISBN-10 with a small x', '080442957x', '9780804429573'],
    ['a wrong check digit of 13', '9780306406158', null],
    ['a wrong check digit of 10', '0306406153', null],
    ['two digits swapped', '9780306406517', null],
    ['thirteen digits that are no ISBN', '1234567890128', null],
    ['zeros', '0000000000', null],
    ['zeros behind 978', '9780000000002', null],
    ['one digit all along, although it checks', '1111111111', null],
    ['an ASIN', 'B0DEMO0001', null],
    ['X in the middle', '03064X6152', null],
    ['a word', 'none', null],
    ['nothing', '', null],
    ['no text', null, null],
  ])('%s', (_, text, isbn) => {
    expect(isbn13Of(text)).toBe(isbn);
  });
});

describe('the ISBN-10 of an ISBN-13', () => {
  it.each([
    ['9780306406157', '0306406152'],
    ['9780804429573', '080442957X'],
    ['9780000000019', '0000000019'],
    ['9791032305690', null],
  ])('%s', (isbn13, isbn10) => {
    expect(isbn10Of(isbn13)).toBe(isbn10);
    if (isbn10 !== null) expect(isbn13Of(isbn10)).toBe(isbn13);
  });
});

const NONE = { isbn13: null, isbn10: null, asin: null, moreAsins: [], format: 'audiobook', monitored: false } as const;

describe('issue 21, listen: the numbers of an audiobook', () => {
  it.each([
    ['no edition', [], [], []],
    ['an ISBN-13', [{ ...NONE, isbn13: '978-0-306-40615-7' }], ['9780306406157'], []],
    ['an ISBN-10', [{ ...NONE, isbn10: '0306406152' }], ['9780306406157'], []],
    ['both of one edition', [{ ...NONE, isbn13: '9780306406157', isbn10: '0306406152' }], ['9780306406157'], []],
    ['an ASIN', [{ ...NONE, asin: ' b0demoaud1 ' }], [], ['B0DEMOAUD1']],
    [
      'further ASINs of one edition, an ISBN-10 among them',
      [{ ...NONE, asin: 'B0DEMOAUD1', moreAsins: ['b0demoaud2', 'B0DEMOAUD1', '0306406152', 'none'] }],
      ['9780306406157'],
      ['B0DEMOAUD1', 'B0DEMOAUD2'],
    ],
    ['an ISBN-10 in the place of an ASIN', [{ ...NONE, asin: '0306406152' }], ['9780306406157'], []],
    ['an edition of no format', [{ ...NONE, format: null, asin: 'B0DEMOAUD1' }], [], ['B0DEMOAUD1']],
    ['the ebook among them', [{ ...NONE, format: 'ebook', asin: 'B0DEMO0001', isbn13: '9780306406157' }], [], []],
    [
      'the chosen edition first',
      [
        { ...NONE, asin: 'B0DEMOAUD1' },
        { ...NONE, asin: 'B0DEMOAUD2', monitored: true },
      ],
      [],
      ['B0DEMOAUD2', 'B0DEMOAUD1'],
    ],
    ['placeholders', [{ ...NONE, isbn13: '0', isbn10: '0000000000', asin: '0' }], [], []],
  ] as const)('%s', (_what, editions, isbns, asins) => {
    expect(audiobookNumbers({ title: 'Salt', audibleAsins: [], editions })).toEqual({ title: 'Salt', isbns, asins });
  });

  it('those of the records come first, and each is named once', () => {
    const editions = [
      { ...NONE, asin: 'B0DEMOAUD1' },
      { ...NONE, asin: 'b0demoaud2' },
    ];
    const audiobook = { title: 'Salt', audibleAsins: ['B0DEMOAUD2', null], editions };
    expect(audiobookNumbers(audiobook).asins).toEqual(['B0DEMOAUD2', 'B0DEMOAUD1']);
  });

  it.each([
    ['B0DEMOAUD1', 'B0DEMOAUD1'],
    ['0306406152', null],
    ['B0DEMO', null],
    ['', null],
    [null, null],
  ])('the ASIN %s', (text, asin) => {
    expect(asinOf(text)).toBe(asin);
  });
});
