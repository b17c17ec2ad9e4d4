import { describe, expect, it } from 'vitest';
import { parseQuery } from './query-text.js';

describe('the texts of a query', () => {
  it.each([
    ['half of a surrogate pair', 'query=%ED%A0%80'],
    ['the other half', 'query=harbor%ED%BF%BF'],
    ['a pair of halves in six bytes', 'query=%ED%A0%BD%ED%B8%80'],
    ['half of a surrogate pair in a name', '%ED%A0%80=harbor'],
    ['Latin-1', 'query=caf%E9'],
    ['a character that breaks off', 'query=%C3'],
    ['a member that nobody reads', 'query=harbor&other=%FF'],
  ])('%s is 400', (_, query) => {
    expect(() => parseQuery(query)).toThrow(
      expect.objectContaining({ status: 400, safeText: 'the query is not UTF-8' }),
    );
  });

  it.each([
    ['', {}],
    [undefined, {}],
    ['query=caf%C3%A9+noir', { query: 'café noir' }],
    ['query=%F0%9F%98%80', { query: '😀' }],
    ['query=%EF%BF%BD', { query: '\ufffd' }],
    ['query=100%', { query: '100%' }],
    ['query=a%2', { query: 'a%2' }],
    ['query=a&query=b&page=2', { query: ['a', 'b'], page: '2' }],
    ['query[a]=b&query', { 'query[a]': 'b', query: '' }],
  ])('%s is taken as it is meant', (query, expected) => {
    expect({ ...parseQuery(query) }).toEqual(expected);
  });
});
