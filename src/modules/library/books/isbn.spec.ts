import { describe, expect, it } from 'vitest';
import { isbn10Of, isbn13Of } from './isbn.js';

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
