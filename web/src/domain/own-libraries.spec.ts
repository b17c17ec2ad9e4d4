import { describe, expect, it } from 'vitest';
import { discoverTabs, isServed, ownLibraries, type LibraryConfig } from './own-libraries.js';

const library = (id: string, service_type: string, more: object = {}) => ({
  ...{ id, name: id.toUpperCase(), service_type, is_default: false, assigned: true, request_default: false },
  ...more,
});

const config = (
  instances: LibraryConfig['instances'],
  hidden_discover_tabs: LibraryConfig['hidden_discover_tabs'] = [],
): LibraryConfig => ({ instances, hidden_discover_tabs });

describe('issue 22: the libraries that the reader may use', () => {
  it.each([
    ['the one that takes their requests first', { request_default: true }, ['b', 'a']],
    ['the one of the household first where they have said nothing', { is_default: true }, ['b', 'a']],
    ['in the order of the answer where nobody has', {}, ['a', 'b']],
    ['without those that an administrator only sees', { assigned: false }, ['a']],
  ])('of a kind: %s', (_what, second, ids) => {
    const held = [library('a', 'music_manager'), library('b', 'music_manager', second), library('c', 'book_manager')];
    expect(ownLibraries(config(held), 'music').map(({ id }) => id)).toEqual(ids);
  });

  it('doc1 routing rule 4: are all that an administrator sees where none of the kind is assigned, the default first', () => {
    const seen = ['a', 'b'].map((id) => library(id, 'tv_manager', { assigned: false, is_default: id === 'b' }));
    const held = library('c', 'movie_manager');
    expect(ownLibraries(config([...seen, held]), 'tv').map(({ id }) => id)).toEqual(['b', 'a']);
    expect(discoverTabs(config([...seen, held]))).toEqual(['films', 'series']);
  });

  it('have their names', () => {
    expect(ownLibraries(config([library('a', 'book_manager')]), 'book')).toEqual([{ id: 'a', name: 'A' }]);
  });
});

it('issue 43 D25: a page of Discover is served by a library of its kind, hidden or not', () => {
  const household = config([library('a', 'movie_manager')], ['movie']);
  expect([isServed(household, 'films'), isServed(household, 'music')]).toEqual([true, false]);
});

describe('issue 22, Discover: the kinds that are there', () => {
  const all = ['book_manager', 'music_manager', 'tv_manager', 'movie_manager'].map((kind) => library(kind, kind));

  it('are those that a library serves, in one order', () => {
    expect(discoverTabs(config(all))).toEqual(['films', 'series', 'books', 'music']);
    expect(discoverTabs(config(all.slice(0, 2)))).toEqual(['books', 'music']);
    expect(discoverTabs(config([]))).toEqual([]);
  });

  it('doc2 §4: without those that are hidden', () => {
    expect(discoverTabs(config(all, ['tv', 'music']))).toEqual(['films', 'books']);
  });
});
