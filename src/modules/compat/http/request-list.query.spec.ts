import { describe, expect, it } from 'vitest';
import { requestListQuery } from './request-list.query.js';

const usual = {
  ...{ take: 10, skip: 0, filter: 'all', mediaType: null, requestedBy: null },
  ...{ sort: 'added', descending: true },
};

describe('what a list of requests reads (doc2 §4 Compat, seerr /request)', () => {
  it.each([{}, { take: '', skip: '', filter: '', mediaType: '', requestedBy: '', sort: '', sortDirection: '' }])(
    'is the ten newest of all where nothing is said: %j',
    (query) => {
      expect(requestListQuery(query)).toEqual(usual);
    },
  );

  it.each([
    [
      { take: '20', skip: '40' },
      { take: 20, skip: 40 },
    ],
    [{ take: '0' }, { take: 1 }],
    [
      { take: '-5', skip: '-1' },
      { take: 1, skip: 0 },
    ],
    [{ take: '5000' }, { take: 1000 }],
    [
      { filter: 'unavailable', mediaType: 'tv' },
      { filter: 'unavailable', mediaType: 'tv' },
    ],
    [
      { mediaType: 'all', sort: 'modified', sortDirection: 'asc' },
      { sort: 'modified', descending: false },
    ],
    [{ requestedBy: '7' }, { requestedBy: 7 }],
    [{ requestedBy: '999999999999999' }, { requestedBy: 0 }],
  ])('%j', (query, part) => {
    expect(requestListQuery(query)).toEqual({ ...usual, ...part });
  });

  it.each([
    ['take', 'ten'],
    ['take', '1.5'],
    ['skip', ['1', '2']],
    ['filter', 'everything'],
    ['filter', ['all', 'pending']],
    ['mediaType', 'book'],
    ['requestedBy', '0'],
    ['requestedBy', 'me'],
    ['sort', 'id'],
    ['sortDirection', 'up'],
  ])('%s=%j is 400 and names it', (name, value) => {
    expect(() => requestListQuery({ [name]: value })).toThrow(
      expect.objectContaining({ status: 400, safeText: `invalid ${name}` }),
    );
  });
});
