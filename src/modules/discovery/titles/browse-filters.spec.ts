import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { AppError } from '../../../core/errors/app-error.js';
import { browseFiltersOf, comingSoonFilters, limitsUpstream, strictFiltersOf } from './browse-filters.js';

const refusalOf = (read: () => unknown): string => {
  try {
    read();
  } catch (fault) {
    if (fault instanceof AppError && fault.status === 400) return fault.safeText;
    throw fault;
  }
  throw new Error('it was expected to be refused');
};

const KINDS = ['movie', 'tv'] as const;
const FIELDS = {
  movie: ['original_title', 'popularity', 'primary_release_date', 'revenue', 'title', 'vote_average', 'vote_count'],
  tv: ['first_air_date', 'name', 'original_name', 'popularity', 'vote_average', 'vote_count'],
};
const DAYS = {
  movie: ['primary_release_date.gte', 'primary_release_date.lte'],
  tv: ['first_air_date.gte', 'first_air_date.lte'],
};
const NAMES = {
  movie: ['primary_release_year', ...DAYS.movie],
  tv: ['first_air_date_year', ...DAYS.tv],
};
const BOTH = [
  ...['sort_by', 'with_genres', 'vote_average.gte', 'vote_count.gte', 'with_original_language', 'with_watch_providers'],
  ...['watch_region', 'with_keywords', 'with_companies'],
];

const whole = {
  sort_by: 'vote_average.desc',
  with_genres: '18,9648',
  'vote_average.gte': '6.5',
  'vote_count.gte': '50',
  with_original_language: 'de',
  with_watch_providers: '8|9',
  watch_region: 'DE',
  with_keywords: '818,825',
  with_companies: '9001|9002',
};

describe('doc2 §4 Browse parameters', () => {
  it.each([
    ['movie', { primary_release_year: '2024', 'primary_release_date.gte': '2024-02-29' }],
    ['tv', { first_air_date_year: '2024', 'first_air_date.lte': '2024-12-31' }],
  ] as const)('each parameter of %s is forwarded as it was given', (kind, dates) => {
    expect(browseFiltersOf(kind, { ...whole, ...dates })).toEqual({ ...whole, ...dates });
  });

  it.each(KINDS)('everything else is dropped from a browse of %s', (kind) => {
    const known = new Set([...BOTH, ...NAMES[kind]]);
    const names = fc.oneof(
      fc.string(),
      fc.constantFrom(
        'language',
        'page',
        'include_adult',
        'without_genres',
        'certification.lte',
        'api_key',
        '__proto__',
      ),
      fc.constantFrom(...NAMES[kind === 'movie' ? 'tv' : 'movie']),
    );
    fc.assert(
      fc.property(fc.dictionary(names, fc.oneof(fc.string(), fc.array(fc.string()))), (query) => {
        const others = Object.fromEntries(Object.entries(query).filter(([name]) => !known.has(name)));
        expect(browseFiltersOf(kind, { ...others, with_genres: '18' })).toEqual({ with_genres: '18' });
      }),
    );
  });

  it.each(KINDS)('sort_by of %s is one of its fields with a direction, and anything else is refused', (kind) => {
    const orders = new Set(FIELDS[kind].flatMap((field) => [`${field}.asc`, `${field}.desc`]));
    const field = fc.constantFrom(...FIELDS.movie, ...FIELDS.tv, 'id', 'release_date', '');
    const order = fc
      .tuple(field, fc.constantFrom('.asc', '.desc', '', '.ASC', '.asc,', '.desc '))
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(order, fc.string({ minLength: 1 })), (value) => {
        fc.pre(value !== '');
        const read = () => browseFiltersOf(kind, { sort_by: value }).sort_by;
        if (orders.has(value)) expect(read()).toBe(value);
        else
          expect(refusalOf(read)).toBe(`sort_by must be one of ${FIELDS[kind].join(', ')}, followed by .asc or .desc`);
      }),
    );
  });

  it.each(KINDS.flatMap((kind) => DAYS[kind].map((name) => [kind, name] as const)))(
    'a date of %s (%s) is a day that there is, written YYYY-MM-DD',
    (kind, name) => {
      const days = fc.date({ min: new Date('1000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true });
      fc.assert(
        fc.property(days, (date) => {
          const day = date.toISOString().slice(0, 10);
          expect(browseFiltersOf(kind, { [name]: day })).toEqual({ [name]: day });
        }),
      );
      for (const value of [
        '2024-02-30',
        '2023-02-29',
        '2024-13-01',
        '2024-1-1',
        '24-01-01',
        '2024-01-01T00:00',
        'soon',
        ' ',
      ])
        expect(refusalOf(() => browseFiltersOf(kind, { [name]: value }))).toBe(`${name} must be YYYY-MM-DD`);
    },
  );

  it('a rating sort without a minimum of votes gets one of 200', () => {
    for (const order of ['vote_average.asc', 'vote_average.desc'])
      for (const kind of KINDS)
        expect(browseFiltersOf(kind, { sort_by: order })).toEqual({ sort_by: order, 'vote_count.gte': '200' });
    expect(browseFiltersOf('tv', { sort_by: 'vote_average.desc', 'vote_count.gte': '0' })['vote_count.gte']).toBe('0');
    expect(browseFiltersOf('tv', { sort_by: 'vote_count.desc' })).toEqual({ sort_by: 'vote_count.desc' });
  });

  it('watch providers without a region are those of the United States', () => {
    expect(browseFiltersOf('tv', { with_watch_providers: '8' })).toEqual({
      with_watch_providers: '8',
      watch_region: 'US',
    });
    expect(browseFiltersOf('tv', { with_watch_providers: '8', watch_region: 'de' }).watch_region).toBe('DE');
  });

  it.each([
    [
      'with_keywords',
      ['818|825', 'storm', '818,', ',', '-1', '818, 825', '1'.repeat(11), Array(51).fill('1').join(',')],
    ],
    ['with_companies', ['9001,9002', 'tideline', '9001|', '|']],
    ['with_genres', ['18,35|27', 'drama', '18;35']],
    ['with_watch_providers', ['8&x=1', 'netflix']],
    ['vote_average.gte', ['-1', 'seven', '7.', '1e1', '100', 'NaN']],
    ['vote_count.gte', ['1.5', '-1', 'many']],
    ['with_original_language', ['english', 'e', '../en', 'en,de', 'en|', '|', Array(51).fill('en').join('|')]],
    ['watch_region', ['USA', 'U', '1A']],
    ['primary_release_year', ['24', '20245', 'now']],
  ])('%s refuses what it does not take, and a list of values', (name, values) => {
    for (const value of [...values, ['1', '2']])
      expect(refusalOf(() => browseFiltersOf('movie', { [name]: value }))).toMatch(`${name} must be `);
  });

  it('a parameter that is given empty filters nothing', () => {
    expect(browseFiltersOf('movie', Object.fromEntries([...BOTH, ...NAMES.movie].map((name) => [name, ''])))).toEqual(
      {},
    );
  });
});

describe('issue 46: a browse that drops nothing', () => {
  const runtimes = { 'with_runtime.gte': '40', 'with_runtime.lte': '120' };

  it('takes what the other browse takes, runtimes, and of series a network', () => {
    expect(strictFiltersOf('movie', { ...whole, ...runtimes, page: '2' })).toEqual({ ...whole, ...runtimes });
    const series = { ...whole, ...runtimes, with_networks: '8001' };
    expect(strictFiltersOf('tv', series)).toEqual(series);
  });

  it.each(KINDS)('has the defaults of the other browse of %s, and filters nothing by what is empty', (kind) => {
    const asked = { sort_by: 'vote_average.desc', with_watch_providers: '8', 'with_runtime.gte': '' };
    expect(strictFiltersOf(kind, asked)).toEqual(browseFiltersOf(kind, asked));
  });

  it.each([
    ['movie', 'with_networks'],
    ['movie', 'first_air_date_year'],
    ['tv', 'primary_release_year'],
    ['tv', 'language'],
    ['tv', 'certification.lte'],
    ['movie', 'with_runtime'],
    ['movie', 'toString'],
  ] as const)('security 7: of %s refuses %s, which it does not know, though it be empty', (kind, name) => {
    for (const value of ['', '1'])
      expect(refusalOf(() => strictFiltersOf(kind, { [name]: value }))).toMatch(/^the parameters are page, sort_by, /);
  });

  it.each([
    ['with_runtime.gte', ['-1', '1.5', '1441', '99999', 'long', ['1', '2'], { gte: '1' }]],
    ['with_runtime.lte', ['1441', ' 5']],
    ['with_networks', ['0', '-1', '8001|8002', '8001,8002', '2147483648', 'relay', ['1', '2']]],
    ['vote_average.gte', ['10.5', '11', '-1', 'seven']],
    ['with_genres', [Array(51).fill('1').join(',')]],
  ])('%s refuses what it does not take', (name, values) => {
    for (const value of values)
      expect(refusalOf(() => strictFiltersOf('tv', { [name]: value }))).toMatch(`${name} must be `);
  });

  it.each([
    ['with_runtime.gte', '100', 'with_runtime.lte', '90'],
    ['first_air_date.gte', '2024-02-01', 'first_air_date.lte', '2024-01-31'],
  ])('%s of %s may not be above %s of %s', (from, first, to, last) => {
    expect(refusalOf(() => strictFiltersOf('tv', { [from]: first, [to]: last }))).toBe(
      `${from} must not be above ${to}`,
    );
    expect(strictFiltersOf('tv', { [from]: last, [to]: last })).toEqual({ [from]: last, [to]: last });
    expect(strictFiltersOf('tv', { [from]: last, [to]: first })).toEqual({ [from]: last, [to]: first });
  });
});

describe('comingSoonFilters', () => {
  it.each([
    ['2026-11-22T23:59:59.999Z', '2026-11-22', '2027-02-22'],
    ['2026-11-30T00:00:00Z', '2026-11-30', '2027-02-28'],
    ['2027-11-30T12:00:00Z', '2027-11-30', '2028-02-29'],
    ['2026-05-31T12:00:00Z', '2026-05-31', '2026-08-31'],
    ['2026-12-31T12:00:00Z', '2026-12-31', '2027-03-31'],
  ])('doc4 §3.1: at %s it is from %s to %s, by popularity', (now, from, until) => {
    expect(comingSoonFilters('movie', Date.parse(now))).toEqual({
      sort_by: 'popularity.desc',
      'primary_release_date.gte': from,
      'primary_release_date.lte': until,
    });
    expect(comingSoonFilters('tv', Date.parse(now))).toEqual({
      sort_by: 'popularity.desc',
      'first_air_date.gte': from,
      'first_air_date.lte': until,
    });
  });
});

const policy = {
  maxMovieRating: 'PG',
  maxTvRating: 'TV-PG',
  ratingRegion: 'US',
  blockUnrated: true,
  blockedMovieGenres: [27, 53],
  blockedTvGenres: [80],
};

describe('doc2 §4 Kids accounts: what a browse asks of the provider', () => {
  it('films: none for adults, none of the hidden genres, none above the cap', () => {
    expect(limitsUpstream('movie', policy)).toEqual({
      include_adult: 'false',
      without_genres: '27,53',
      certification_country: 'US',
      'certification.lte': 'PG',
    });
  });

  it('films while unrated ones are shown: nothing is said of ratings, which would leave those out', () => {
    const asked = limitsUpstream('movie', { ...policy, blockUnrated: false, blockedMovieGenres: [] });
    expect(asked).toEqual({ include_adult: 'false' });
  });

  it('series: the provider has no filter of ratings for them', () => {
    expect(limitsUpstream('tv', policy)).toEqual({ include_adult: 'false', without_genres: '80' });
  });
});
