import { describe, expect, it } from 'vitest';
import { identityKeys, keysOfId, nativeKey, type IdentifiedBook } from './book-keys.js';

const book = (over: Partial<IdentifiedBook>): IdentifiedBook => ({
  foreignBookId: null,
  foreignEditionId: null,
  hardcoverBookId: null,
  goodreadsBookId: null,
  goodreadsWorkId: null,
  openLibraryWorkId: null,
  editions: [],
  ...over,
});
const edition = { foreignEditionId: null, isbn13: null, isbn10: null, asin: null };

describe('doc2 §4 rule 8: what identifies a title', () => {
  it.each([
    ['hc:7', 'hc:7'],
    ['bc:7', 'hc:7'],
    [' BC:7 ', 'hc:7'],
    ['gr:7', 'gr:7'],
    ['7', '7'],
    ['', null],
    ['hc:', null],
    ['hc:0', null],
    ['0', null],
    [null, null],
  ])('the id %j is compared as %j', (id, key) => {
    expect(nativeKey(id)).toBe(key);
  });

  it.each<[string, Partial<IdentifiedBook>, readonly string[]]>([
    ['the native id, which names a work of its provider', { foreignBookId: 'bc:7' }, ['native:hc:7', 'work:hc:7']],
    ['a native id of an edition', { foreignBookId: 'hc:edition:7' }, ['native:hc:edition:7', 'edition:hc:7']],
    ['a native id of another kind', { foreignBookId: 'az:B0DEMO' }, ['native:az:B0DEMO']],
    [
      'ids of works',
      { hardcoverBookId: 'hc:1', goodreadsWorkId: '2', openLibraryWorkId: 'ol:OL3W' },
      ['work:hc:1', 'work:gr:2', 'work:ol:OL3W'],
    ],
    [
      'ids of editions',
      { foreignEditionId: 'hc:edition:7', goodreadsBookId: 'gr:7' },
      ['edition:hc:7', 'edition:gr:7'],
    ],
    [
      'editions of a lookup',
      { editions: [{ ...edition, foreignEditionId: 'hc:edition:8', asin: 'B0DEMO' }] },
      ['edition:hc:8', 'edition:az:B0DEMO'],
    ],
    [
      'an ISBN in both lengths, once',
      { editions: [{ ...edition, isbn13: '978-0-306-40615-7', isbn10: '0306406152' }] },
      ['isbn13:9780306406157'],
    ],
    ['no ISBN that doesn’t check', { editions: [{ ...edition, isbn13: '9780306406158', isbn10: '0000000000' }] }, []],
    [
      'no placeholder',
      { foreignBookId: 'hc:0', goodreadsWorkId: '0', foreignEditionId: 'hc:edition:0', openLibraryWorkId: '' },
      [],
    ],
    ['each once', { foreignBookId: 'hc:7', hardcoverBookId: 'hc:7' }, ['native:hc:7', 'work:hc:7']],
  ])('%s', (_, over, keys) => {
    expect(identityKeys(book(over))).toEqual(keys);
  });

  it('an id by itself says what a record that is filed under it says', () => {
    expect(keysOfId('bc:7')).toEqual(identityKeys(book({ foreignBookId: 'hc:7' })));
    expect(keysOfId(' ')).toEqual([]);
  });
});
