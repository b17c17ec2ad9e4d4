import { describe, expect, it } from 'vitest';
import {
  addressOf,
  browseQuery,
  choicesIn,
  chosenIn,
  filtersIn,
  isFiltered,
  nameOf,
  named,
  NO_FILTERS,
  regionOf,
  termsIn,
  toggled,
  yearsUntil,
} from './browse-filters.js';

const read = (address: string) => filtersIn(new URLSearchParams(address));
const TODAY = '2026-06-01';
const asked = (kind: 'movie' | 'tv', address: string) => browseQuery(kind, read(address), 'GB', TODAY);

describe('issue 22: the filters of a browse are in the address', () => {
  it('each by its name', () => {
    const filters = read('genre=35,27&from=1927&language=de&provider=8&keyword=616-witch&page=3');
    expect(filters).toEqual({
      ...NO_FILTERS,
      ...{ genre: '35,27', from: '1927', language: 'de', provider: '8', keyword: '616-witch' },
    });
    expect(isFiltered(filters)).toBe(true);
    expect(isFiltered(read('from=&page=2&sort=rating'))).toBe(false);
  });

  it('a span may begin with its end', () => {
    const { from, to, shortest, longest } = read('from=1929&to=1919&shortest=120&longest=90');
    expect([from, to, shortest, longest]).toEqual(['1919', '1929', '90', '120']);
    expect(addressOf(read('to=1919&genre=35,27&x=1'))).toBe('genre=35%2C27&to=1919');
  });

  it.each([
    ...['genre=x', 'genre=0', 'genre=1,', 'from=27', 'to=3027', 'language=deu', 'language=DE', 'provider=-1'],
    ...['rating=0', 'rating=10', 'votes=0', 'longest=1.5', 'keyword=616', 'studio=-x', 'network=0-x'],
  ])('what one of them does not take filters nothing: %s', (address) => {
    expect(isFiltered(read(address))).toBe(false);
  });

  it.each([
    [
      'movie',
      'genre=35,27&language=de&provider=8,9',
      { with_genres: '35,27', with_original_language: 'de', with_watch_providers: '8|9', watch_region: 'GB' },
    ],
    [
      'movie',
      'from=1919&to=1929',
      { 'primary_release_date.gte': '1919-01-01', 'primary_release_date.lte': '1929-12-31' },
    ],
    ['tv', 'from=1919', { 'first_air_date.gte': '1919-01-01' }],
    ['movie', 'rating=7&votes=50', { 'vote_average.gte': 7, 'vote_count.gte': 50 }],
    ['tv', 'shortest=20&longest=60', { 'with_runtime.gte': 20, 'with_runtime.lte': 60 }],
    ['movie', 'keyword=616-witch&studio=4-Paramount', { with_keywords: '616', with_companies: '4' }],
    ['tv', 'network=213-Netflix', { with_networks: 213 }],
    ['movie', 'network=213-Netflix', {}],
    ['movie', 'sort=rating', { sort_by: 'vote_average.desc' }],
    ['tv', 'sort=title', { sort_by: 'name.asc' }],
    ['movie', 'sort=newest', { sort_by: 'primary_release_date.desc', 'primary_release_date.lte': TODAY }],
    ['tv', 'sort=newest&to=2030', { sort_by: 'first_air_date.desc', 'first_air_date.lte': '2030-12-31' }],
    ['tv', 'sort=drop', {}],
  ] as const)('doc2 §4 Browse parameters: %s, %s', (kind, address, query) => {
    expect(asked(kind, address)).toEqual(query);
  });

  it('offer the years up to the next one', () => {
    const years = yearsUntil(new Date(TODAY));
    expect([years[0], years.at(-1), years.length]).toEqual([2027, 1920, 108]);
  });

  it.each([
    [['en-GB', 'de-DE'], 'GB'],
    [['en', 'de-AT'], 'AT'],
    [['zh-Hant-TW'], 'TW'],
    [['en'], 'US'],
    [[], 'US'],
  ])('look for who streams in the country of %j: %s', (languages, region) => {
    expect(regionOf(languages)).toBe(region);
  });
});

describe('issue 46: what was chosen', () => {
  it('stands by itself, each with what takes it away', () => {
    const filters = read('sort=votes&genre=35,27&to=1929&longest=120&provider=8&network=213-Netflix');
    expect(chosenIn(filters)).toEqual([
      { choice: 'genre', value: ['35'], without: { genre: '27' } },
      { choice: 'genre', value: ['27'], without: { genre: '35' } },
      { choice: 'year', value: ['', '1929'], without: { from: '', to: '' } },
      { choice: 'length', value: ['', '120'], without: { shortest: '', longest: '' } },
      { choice: 'provider', value: ['8'], without: { provider: '' } },
      { choice: 'network', value: ['213-Netflix'], without: { network: '' } },
    ]);
    expect(chosenIn(NO_FILTERS)).toEqual([]);
  });

  it.each([
    ['', '8', '8'],
    ['8', '9', '8,9'],
    ['8,9', '8', '9'],
    ['8', '8', ''],
  ])('%s with or without %s is %s', (list, part, expected) => {
    expect(toggled(list, part)).toBe(expected);
  });

  it('has its name beside its number', () => {
    expect(nameOf(named(4, 'A-Team, Inc.'))).toBe('A-Team, Inc.');
    expect(nameOf('')).toBe('');
  });
});

describe('security 22: the choices of a filter', () => {
  it('are those of the list that it takes, with a name', () => {
    const list = [{ id: 35, name: ' Comedy ' }, { id: 'x', name: 'No number' }, { id: 7 }, { id: 8, name: ' ' }, {}];
    expect(choicesIn(list, 'genre', { value: 'id', name: 'name' })).toEqual([{ value: '35', name: 'Comedy' }]);
  });

  it('that a text finds are at most eight, each name once', () => {
    const results = [
      { id: 1, name: 'Ufa' },
      { id: 2, name: 'UFA' },
      { id: 3, name: 'Ufa Film' },
      null,
      { id: 0, name: 'x' },
    ];
    expect(termsIn({ results })).toEqual([
      { value: '1-Ufa', name: 'Ufa' },
      { value: '3-Ufa Film', name: 'Ufa Film' },
    ]);
    expect(termsIn({ results: Array.from({ length: 20 }, (_, at) => ({ id: at + 1, name: `${at}` })) })).toHaveLength(
      8,
    );
    expect([termsIn(null), termsIn({ results: 'x' })]).toEqual([[], []]);
  });
});
