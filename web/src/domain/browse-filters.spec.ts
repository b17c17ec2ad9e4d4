import { describe, expect, it } from 'vitest';
import { browseQuery, choicesIn, filtersIn, isFiltered, regionOf, yearsUntil } from './browse-filters.js';

const read = (address: string) => filtersIn(new URLSearchParams(address));

describe('issue 22: the filters of a browse are in the address', () => {
  it('each by its name', () => {
    const filters = read('genre=35&year=1927&language=de&provider=8&page=3');
    expect(filters).toEqual({ genre: '35', year: '1927', language: 'de', provider: '8' });
    expect(isFiltered(filters)).toBe(true);
    expect(isFiltered(read('year=&page=2'))).toBe(false);
  });

  it.each(['genre=x', 'genre=0', 'genre=1,2', 'year=27', 'year=3027', 'language=deu', 'language=DE', 'provider=-1'])(
    'what one of them does not take filters nothing: %s',
    (address) => {
      expect(isFiltered(read(address))).toBe(false);
    },
  );

  it('doc2 §4 Browse parameters: ask by the names of the route, with the country beside who streams', () => {
    const filters = read('genre=35&year=1927&language=de&provider=8');
    expect(browseQuery('movie', filters, 'GB')).toEqual({
      with_genres: '35',
      with_original_language: 'de',
      with_watch_providers: '8',
      watch_region: 'GB',
      primary_release_year: 1927,
    });
    expect(browseQuery('tv', read('year=1927'), 'GB')).toEqual({ first_air_date_year: 1927 });
    expect(browseQuery('tv', read(''), 'GB')).toEqual({});
  });

  it('offer the years up to the next one', () => {
    const years = yearsUntil(new Date('2026-06-01'));
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

describe('security 22: the choices of a filter', () => {
  it('are those of the list that it takes, with a name', () => {
    const list = [{ id: 35, name: ' Comedy ' }, { id: 'x', name: 'No number' }, { id: 7 }, { id: 8, name: ' ' }, {}];
    expect(choicesIn(list, 'genre', { value: 'id', name: 'name' })).toEqual([{ value: '35', name: 'Comedy' }]);
  });
});
