import { badRequest } from '../../../core/errors/app-error.js';
import type { SentenceParams } from '../../../core/errors/sentence.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { ContentPolicy } from '../../users/users.public.js';

export type BrowseFilters = Readonly<Record<string, string>>;

interface Rule {
  /** What the provider is sent for this value; undefined for an unknown value. */
  readonly read: (value: string) => string | undefined;
  /** In words that follow the parameter's name. */
  readonly takes: string;
  readonly code: string;
  readonly params?: SentenceParams;
}

const SORT_FIELDS: Readonly<Record<TitleKind, readonly string[]>> = {
  movie: ['original_title', 'popularity', 'primary_release_date', 'revenue', 'title', 'vote_average', 'vote_count'],
  tv: ['first_air_date', 'name', 'original_name', 'popularity', 'vote_average', 'vote_count'],
};

/** Without a least number of votes, a rating sort shows what three people have voted for. */
const RATING_SORT = /^vote_average\./;
const FLOOR_OF_VOTES = '200';
/** Watch providers mean nothing without a country. */
const DEFAULT_REGION = 'US';
const LANGUAGES = /^[a-z]{2,3}(-[a-z]{2,4})?(\|[a-z]{2,3}(-[a-z]{2,4})?){0,49}$/i;
const COUNTRY = /^[a-z]{2}$/i;

const IDS = 'up to fifty ids';
const ALL_OF = /^\d{1,10}(,\d{1,10}){0,49}$/;
const ANY_OF = /^\d{1,10}(\|\d{1,10}){0,49}$/;

const fitting = (pattern: RegExp, code: string, takes: string): Rule => ({
  read: (value) => (pattern.test(value) ? value : undefined),
  code,
  takes,
});

const all = fitting(ALL_OF, 'not_ids_by_commas', `${IDS}, joined by commas`);
const any = fitting(ANY_OF, 'not_ids_by_pipes', `${IDS}, joined by pipes`);
const ids: Rule = {
  read: (value) => all.read(value) ?? any.read(value),
  code: 'not_ids',
  takes: `${IDS}, joined by commas or by pipes`,
};
const year = fitting(/^\d{4}$/, 'not_a_year', 'a year of four digits');
const day: Rule = {
  read: (value) => (isDay(value) ? value : undefined),
  code: 'not_a_day',
  takes: 'YYYY-MM-DD',
};

const ofBoth: Readonly<Record<string, Rule>> = {
  with_genres: ids,
  'vote_average.gte': fitting(/^\d{1,2}(\.\d{1,3})?$/, 'not_a_number_from_zero', 'a number from 0'),
  'vote_count.gte': fitting(/^\d{1,9}$/, 'not_a_whole_number_from_zero', 'a whole number from 0'),
  with_original_language: fitting(LANGUAGES, 'not_languages', 'up to fifty codes of languages, joined by pipes'),
  with_watch_providers: ids,
  watch_region: { read: countryOf, code: 'not_a_country', takes: 'the code of a country, of two letters' },
  with_keywords: all,
  with_companies: any,
};

const RULES: Readonly<Record<TitleKind, Readonly<Record<string, Rule>>>> = {
  movie: {
    sort_by: sortBy('movie'),
    ...ofBoth,
    primary_release_year: year,
    'primary_release_date.gte': day,
    'primary_release_date.lte': day,
  },
  tv: {
    sort_by: sortBy('tv'),
    ...ofBoth,
    first_air_date_year: year,
    'first_air_date.gte': day,
    'first_air_date.lte': day,
  },
};

const LONGEST_RUNTIME = 1_440;
const HIGHEST_RATING = 10;
const LARGEST_ID = 2_147_483_647;

const runtime: Rule = {
  read: (value) => (/^\d{1,4}$/.test(value) && Number(value) <= LONGEST_RUNTIME ? value : undefined),
  code: 'out_of_range',
  takes: `a whole number of minutes from 0 to ${LONGEST_RUNTIME}`,
  params: { least: 0, most: LONGEST_RUNTIME },
};
const rating: Rule = {
  read: (value) => (/^\d{1,2}(\.\d{1,3})?$/.test(value) && Number(value) <= HIGHEST_RATING ? value : undefined),
  code: 'out_of_range',
  takes: `a number from 0 to ${HIGHEST_RATING}`,
  params: { least: 0, most: HIGHEST_RATING },
};
/** The provider takes one alone. */
const network: Rule = {
  read: (value) => (/^[1-9]\d{0,9}$/.test(value) && Number(value) <= LARGEST_ID ? value : undefined),
  code: 'not_an_id',
  takes: 'the id of a network',
};

const alsoOfBoth = { 'vote_average.gte': rating, 'with_runtime.gte': runtime, 'with_runtime.lte': runtime };

const STRICT_RULES: typeof RULES = {
  movie: { ...RULES.movie, ...alsoOfBoth },
  tv: { ...RULES.tv, ...alsoOfBoth, with_networks: network },
};

/** Beginnings and ends; those of days are compared as they are written. */
const RANGES: readonly (readonly [from: string, to: string])[] = [
  ['with_runtime.gte', 'with_runtime.lte'],
  ['primary_release_date.gte', 'primary_release_date.lte'],
  ['first_air_date.gte', 'first_air_date.lte'],
];

/**
 * Other parameters and empty ones are dropped.
 * @throws AppError 400 for a value that its parameter doesn't take, or one given more than once
 */
export function browseFiltersOf(kind: TitleKind, query: Readonly<Record<string, unknown>>): BrowseFilters {
  return filtersBy(RULES[kind], query);
}

/**
 * The filters of a browse that drops nothing: those of the other, runtimes, and of series a network. `page` is read elsewhere.
 * @throws AppError 400 as {@link browseFiltersOf}; for a parameter that isn't known, and a range that ends before it begins
 */
export function strictFiltersOf(kind: TitleKind, query: Readonly<Record<string, unknown>>): BrowseFilters {
  const rules = STRICT_RULES[kind];
  if (Object.keys(query).some((name) => name !== 'page' && !Object.hasOwn(rules, name))) {
    const values = ['page', ...Object.keys(rules)].join(', ');
    throw badRequest('unknown_parameter', `the parameters are ${values}`, { values });
  }
  const filters = filtersBy(rules, query);
  for (const [from, to] of RANGES) {
    const [first, last] = [filters[from], filters[to]];
    if (first !== undefined && last !== undefined && isAfter(first, last))
      throw badRequest('range_ends_before_it_begins', `${from} must not be above ${to}`, { name: from, other: to });
  }
  return filters;
}

const isAfter = (first: string, last: string): boolean =>
  first.includes('-') ? first > last : Number(first) > Number(last);

function filtersBy(rules: Readonly<Record<string, Rule>>, query: Readonly<Record<string, unknown>>): BrowseFilters {
  const named = Object.entries(rules).flatMap(([name, { read, takes, code, params }]) => {
    const given = Object.hasOwn(query, name) ? query[name] : undefined;
    if (given === undefined || given === '') return [];
    const value = typeof given === 'string' ? read(given) : undefined;
    if (value === undefined) throw badRequest(code, `${name} must be ${takes}`, { name, ...params });
    return [[name, value] as const];
  });
  return withDefaults(Object.fromEntries(named));
}

/** Upper case; undefined for what is no code of two letters. */
export function countryOf(value: string): string | undefined {
  return COUNTRY.test(value) ? value.toUpperCase() : undefined;
}

function withDefaults(filters: Record<string, string>): BrowseFilters {
  const { sort_by: order = '', with_watch_providers: providers, watch_region: region } = filters;
  const needsFloor = RATING_SORT.test(order) && filters['vote_count.gte'] === undefined;
  return {
    ...filters,
    ...(needsFloor ? { 'vote_count.gte': FLOOR_OF_VOTES } : {}),
    ...(providers !== undefined && region === undefined ? { watch_region: DEFAULT_REGION } : {}),
  };
}

function sortBy(kind: TitleKind): Rule {
  const fields = SORT_FIELDS[kind];
  const orders = new Set(fields.flatMap((field) => [`${field}.asc`, `${field}.desc`]));
  const values = fields.join(', ');
  return {
    read: (value) => (orders.has(value) ? value : undefined),
    code: 'not_an_order',
    takes: `one of ${values}, followed by .asc or .desc`,
    params: { values },
  };
}

/** Date.parse takes the 31st of every month, which comes back as another day. */
function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const midnight = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(value);
}

const MONTHS_AHEAD = 3;
const FIRST_DAYS = { movie: 'primary_release_date', tv: 'first_air_date' } as const;

/** @param now epoch milliseconds; today is its day in UTC */
export function comingSoonFilters(kind: TitleKind, now: number): BrowseFilters {
  const first = FIRST_DAYS[kind];
  return {
    sort_by: 'popularity.desc',
    [`${first}.gte`]: dayOf(new Date(now)),
    [`${first}.lte`]: dayOf(monthsLater(now)),
  };
}

/** The last of the month where it has fewer days. */
function monthsLater(now: number): Date {
  const today = new Date(now);
  const [year, month] = [today.getUTCFullYear(), today.getUTCMonth() + MONTHS_AHEAD];
  const lastOfMonth = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(today.getUTCDate(), lastOfMonth)));
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** As far as the provider can apply them, so that pages aren't thinned more than they must be. It has no filter of ratings for series. */
export function limitsUpstream(kind: TitleKind, policy: ContentPolicy): BrowseFilters {
  const hidden = kind === 'movie' ? policy.blockedMovieGenres : policy.blockedTvGenres;
  const isRated = kind === 'movie' && policy.blockUnrated;
  return {
    include_adult: 'false',
    ...(hidden.length > 0 ? { without_genres: hidden.join(',') } : {}),
    ...(isRated ? { certification_country: policy.ratingRegion, 'certification.lte': policy.maxMovieRating } : {}),
  };
}
