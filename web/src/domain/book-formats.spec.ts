import { describe, expect, it } from 'vitest';
import { formatRows, isOpen, onlyFormat, openFormats, unlikeFormats } from './book-formats.js';

const both = {
  status: 'available',
  status_known: true,
  book_formats: { audiobook: 'available', ebook: 'unavailable' },
} as const;

describe('doc2 §2: the formats of a book', () => {
  it('are told apart where they differ, in one order', () => {
    expect(unlikeFormats(both)).toEqual([
      { format: 'ebook', state: 'unavailable' },
      { format: 'audiobook', state: 'available' },
    ]);
    expect(unlikeFormats({ ...both, status_known: false })).toEqual([]);
    expect(unlikeFormats({ ...both, book_formats: { ebook: 'available' } })).toEqual([]);
    expect(unlikeFormats({ status: 'unavailable', status_known: true })).toEqual([]);
  });

  it.each<[string, Parameters<typeof formatRows>[0], Parameters<typeof formatRows>[1], readonly unknown[]]>([
    ['both, where both are told apart', both, [], ['ebook unavailable', 'audiobook available']],
    ['those that there are', { status: 'unavailable', status_known: true }, ['ebook'], ['ebook unavailable']],
    [
      'the other one isn’t there where only one is told',
      { ...both, book_formats: { ebook: 'available' } },
      [],
      ['ebook available', 'audiobook unavailable'],
    ],
    ['as the book where nothing is told', { status: 'pending', status_known: true }, ['ebook'], ['ebook pending']],
    [
      'unknown where the library can’t be read',
      { ...both, status_known: false },
      ['ebook'],
      ['ebook unknown', 'audiobook unknown'],
    ],
  ])('issue 46: have a row each: %s', (_what, status, offered, rows) => {
    expect(formatRows(status, offered).map(({ format, state }) => `${format} ${state}`)).toEqual(rows);
  });

  it('issue 43 D24: an ebook alone is there to be read, an audiobook alone to be listened to', () => {
    expect(onlyFormat(both)).toBe('audiobook');
    expect(onlyFormat({ ...both, book_formats: { ebook: 'available', audiobook: 'requested' } })).toBe('ebook');
    expect(onlyFormat({ ...both, book_formats: { ebook: 'available', audiobook: 'available' } })).toBeUndefined();
    expect(onlyFormat({ status: 'available', status_known: true })).toBeUndefined();
  });

  it.each([
    ['that the library has not', both, [], ['ebook']],
    ['that there are of the book', { ...both, book_formats: { ebook: 'unavailable' } }, ['audiobook'], ['audiobook']],
    ['that were declined', { ...both, book_formats: { ebook: 'denied', audiobook: 'pending' } }, [], ['ebook']],
    ['both, where nothing is there', { status: 'unavailable', status_known: true }, [], ['ebook', 'audiobook']],
    ['none, where something waits and no format is told apart', { status: 'pending', status_known: true }, [], []],
    ['none, where the library can not be read', { ...both, status_known: false }, [], []],
  ] as const)('can be requested: those %s', (_which, status, offered, open) => {
    expect(openFormats(status, offered)).toEqual(open);
  });
});

it('issue 22: an album that is partly there may be completed, one that is on its way not', () => {
  const album = (status: 'partial' | 'requested' | 'unavailable') =>
    isOpen('music', { status, status_known: true }, []);
  expect([album('partial'), album('requested'), album('unavailable')]).toEqual([true, false, true]);
  expect(isOpen('book', both, ['audiobook'])).toBe(false);
});
