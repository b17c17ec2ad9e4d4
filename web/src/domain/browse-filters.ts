import { eachOnce } from './each-once.js';

/** What a browse of films or series is cut down to and in which order it is, as the address has it; empty for no limit. */
export interface BrowseFilters {
  /** One of {@link SORTS}; empty for what is popular first. */
  readonly sort: string;
  /** The numbers of genres, joined by commas: titles have all of them. */
  readonly genre: string;
  /** The first and the last year, of four digits. */
  readonly from: string;
  readonly to: string;
  /** At least so many stars of ten, and so many votes. */
  readonly rating: string;
  readonly votes: string;
  /** In minutes. */
  readonly shortest: string;
  readonly longest: string;
  /** ISO 639-1. */
  readonly language: string;
  /** The numbers of those who stream, joined by commas: titles are at one of them. */
  readonly provider: string;
  /** A number and a name, `616-witch`, as {@link named} reads it: nothing says later what the number is called. */
  readonly keyword: string;
  readonly studio: string;
  readonly network: string;
}

/** The orders other than by what is popular, by their names in the address. */
export const SORTS = ['rating', 'newest', 'oldest', 'votes', 'title'] as const;

const NUMBER = /^[1-9]\d{0,9}$/;
const NUMBERS = /^[1-9]\d{0,9}(?:,[1-9]\d{0,9}){0,19}$/;
const YEAR = /^(?:18|19|20)\d{2}$/;
const MINUTES = /^[1-9]\d{0,2}$/;
const NAMED = /^([1-9]\d{0,9})-(.{1,80})$/u;

const TAKES: Readonly<Record<keyof BrowseFilters, RegExp>> = {
  sort: new RegExp(`^(?:${SORTS.join('|')})$`),
  genre: NUMBERS,
  from: YEAR,
  to: YEAR,
  rating: /^[1-9]$/,
  votes: /^[1-9]\d{0,4}$/,
  shortest: MINUTES,
  longest: MINUTES,
  language: /^[a-z]{2}$/,
  provider: NUMBERS,
  keyword: NAMED,
  studio: NAMED,
  network: NAMED,
};

/** The members of the address, in their order. */
const FILTERS = Object.keys(TAKES) as readonly (keyof BrowseFilters)[];

/** The filters in an address; what one of them doesn't take filters nothing, and a span may begin with its end. */
export function filtersIn(query: URLSearchParams): BrowseFilters {
  const read = FILTERS.map((name) => {
    const value = query.get(name) ?? '';
    return [name, TAKES[name].test(value) ? value : ''];
  });
  const filters = Object.fromEntries(read) as Readonly<Record<keyof BrowseFilters, string>>;
  const [from, to] = inOrder(filters.from, filters.to);
  const [shortest, longest] = inOrder(filters.shortest, filters.longest);
  return { ...filters, from, to, shortest, longest };
}

const inOrder = (first: string, last: string): readonly [string, string] =>
  first !== '' && last !== '' && Number(first) > Number(last) ? [last, first] : [first, last];

/** These filters as an address has them. */
export const addressOf = (filters: BrowseFilters): string =>
  new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== '')).toString();

/** A browse of everything, what is popular first. */
export const NO_FILTERS: BrowseFilters = filtersIn(new URLSearchParams());

/** Is anything left out? The order leaves nothing out. */
export const isFiltered = (filters: BrowseFilters): boolean =>
  FILTERS.some((name) => name !== 'sort' && filters[name] !== '');

/** Something with a number and a name, as an address has it. */
export const named = (id: number | string, name: string): string => `${id}-${name.slice(0, 80)}`;

/** The name in what {@link named} has written; empty where there is none. */
export const nameOf = (value: string): string => NAMED.exec(value)?.[2] ?? '';

/** What is in a list of numbers. */
export const partsIn = (list: string): readonly string[] => (list === '' ? [] : list.split(','));

/** The list with this part where it wasn't in it, or without it where it was. */
export function toggled(list: string, part: string): string {
  const parts = partsIn(list);
  return (parts.includes(part) ? parts.filter((one) => one !== part) : [...parts, part]).join(',');
}

/** What can be chosen: some of it is said by two members of the address. */
export type Choice =
  | 'genre'
  | 'year'
  | 'rating'
  | 'votes'
  | 'length'
  | 'language'
  | 'provider'
  | 'keyword'
  | 'studio'
  | 'network';

/** One thing that was chosen. */
export interface Chosen {
  readonly choice: Choice;
  /** As the address has it: of two members the first and the second, each may be empty. */
  readonly value: readonly [string, string?];
  /** What takes it away again. */
  readonly without: Partial<BrowseFilters>;
}

/** What was chosen, in the order in which it is offered; each genre and each who streams by itself. */
export function chosenIn(filters: BrowseFilters): readonly Chosen[] {
  const each = (choice: 'genre' | 'provider'): readonly Chosen[] =>
    partsIn(filters[choice]).map((part) => ({
      choice,
      value: [part],
      without: { [choice]: toggled(filters[choice], part) },
    }));
  const one = (choice: 'rating' | 'votes' | 'language' | 'keyword' | 'studio' | 'network'): readonly Chosen[] =>
    filters[choice] === '' ? [] : [{ choice, value: [filters[choice]], without: { [choice]: '' } }];
  const span = (choice: 'year' | 'length', first: 'from' | 'shortest', last: 'to' | 'longest'): readonly Chosen[] =>
    filters[first] + filters[last] === ''
      ? []
      : [{ choice, value: [filters[first], filters[last]], without: { [first]: '', [last]: '' } }];
  return [
    ...each('genre'),
    ...span('year', 'from', 'to'),
    ...one('rating'),
    ...one('votes'),
    ...span('length', 'shortest', 'longest'),
    ...one('language'),
    ...each('provider'),
    ...one('keyword'),
    ...one('studio'),
    ...one('network'),
  ];
}

const ORDERS: Readonly<Record<'movie' | 'tv', Readonly<Record<(typeof SORTS)[number], string>>>> = {
  movie: {
    rating: 'vote_average.desc',
    newest: 'primary_release_date.desc',
    oldest: 'primary_release_date.asc',
    votes: 'vote_count.desc',
    title: 'title.asc',
  },
  tv: {
    rating: 'vote_average.desc',
    newest: 'first_air_date.desc',
    oldest: 'first_air_date.asc',
    votes: 'vote_count.desc',
    title: 'name.asc',
  },
};

/**
 * The parameters of such a browse.
 *
 * @param region where somebody streams, of two letters
 * @param today YYYY-MM-DD: the newest first begins with what is out, and not with what was announced for a far year
 */
export function browseQuery(kind: 'movie' | 'tv', filters: BrowseFilters, region: string, today: string) {
  const { sort, genre, from, to, rating, votes, shortest, longest, language, provider, keyword, studio } = filters;
  const day = kind === 'movie' ? 'primary_release_date' : 'first_air_date';
  const until = to === '' && sort === 'newest' ? today : to && `${to}-12-31`;
  const order = SORTS.find((one) => one === sort);
  return {
    ...(order ? { sort_by: ORDERS[kind][order] } : {}),
    ...(genre === '' ? {} : { with_genres: genre }),
    ...(from === '' ? {} : { [`${day}.gte`]: `${from}-01-01` }),
    ...(until === '' ? {} : { [`${day}.lte`]: until }),
    ...(rating === '' ? {} : { 'vote_average.gte': Number(rating) }),
    ...(votes === '' ? {} : { 'vote_count.gte': Number(votes) }),
    ...(shortest === '' ? {} : { 'with_runtime.gte': Number(shortest) }),
    ...(longest === '' ? {} : { 'with_runtime.lte': Number(longest) }),
    ...(language === '' ? {} : { with_original_language: language }),
    ...(provider === '' ? {} : { with_watch_providers: provider.replaceAll(',', '|'), watch_region: region }),
    ...(keyword === '' ? {} : { with_keywords: numberOf(keyword) }),
    ...(studio === '' ? {} : { with_companies: numberOf(studio) }),
    ...(filters.network === '' || kind === 'movie' ? {} : { with_networks: Number(numberOf(filters.network)) }),
  };
}

const numberOf = (value: string): string => NAMED.exec(value)?.[1] ?? '';

/** The years that are offered, the newest first: next year has titles, too. */
export const yearsUntil = (now: Date): readonly number[] =>
  Array.from({ length: now.getFullYear() + 1 - 1919 }, (_, at) => now.getFullYear() + 1 - at);

/** The country of the reader, where what is streamed is looked for; the United States where their browser names none. */
export function regionOf(languages: readonly string[]): string {
  for (const language of languages) {
    const [, region] = /-([A-Z]{2})$/.exec(language) ?? [];
    if (region !== undefined) return region;
  }
  return 'US';
}

/** A choice of a filter. */
export interface FilterChoice {
  /** As the address has it. */
  readonly value: string;
  readonly name: string;
}

type Entry = Readonly<Record<string, unknown>>;

/**
 * The choices in a list of the metadata provider's, in its order. The list comes from outside: what has no name, or no value that
 * the filter takes, is left out.
 */
export function choicesIn(
  list: readonly Entry[],
  filter: 'genre' | 'language' | 'provider',
  { value, name }: { readonly value: string; readonly name: string },
): readonly FilterChoice[] {
  const takes = filter === 'language' ? TAKES.language : NUMBER;
  return list.flatMap((entry) => {
    const [own, label] = [entry[value], entry[name]];
    const choice = typeof own === 'number' || typeof own === 'string' ? String(own) : '';
    return takes.test(choice) && typeof label === 'string' && label.trim() !== ''
      ? [{ value: choice, name: label.trim() }]
      : [];
  });
}

/** So many keywords or companies are offered at once. */
const MOST_TERMS = 8;

/** The keywords or companies that a text finds, each with its number; each name once. */
export function termsIn(answer: unknown): readonly FilterChoice[] {
  const results = typeof answer === 'object' && answer !== null && 'results' in answer ? answer.results : undefined;
  const rows = (Array.isArray(results) ? (results as unknown[]) : []).filter(
    (row): row is Entry => typeof row === 'object' && row !== null,
  );
  const terms = choicesIn(rows, 'genre', { value: 'id', name: 'name' });
  return eachOnce(
    terms.map(({ value, name }) => ({ id: named(value, name), name })),
    ({ name }) => name.toLowerCase(),
  )
    .slice(0, MOST_TERMS)
    .map(({ id, name }) => ({ value: id, name }));
}
