import type { InfiniteData } from '@tanstack/svelte-query';
import {
  browseQuery,
  choicesIn,
  regionOf,
  termsIn,
  type BrowseFilters,
  type FilterChoice,
} from '../domain/browse-filters.js';
import { comingTitles } from '../domain/coming-titles.js';
import type { CardTitle } from '../domain/card-title.js';
import { listedAlbums } from '../domain/catalog-titles.js';
import { eachOnce } from '../domain/each-once.js';
import { foundTitles } from '../domain/found-titles.js';
import { partsOf } from '../domain/person-facts.js';
import { titleKey } from '../domain/title-key.js';
import { catalogNames } from '../texts/catalog-names.js';
import { LANGUAGE } from '../texts/language.js';
import { api, bodyOf } from './client.js';
import { keys, type NumberedKind, type TitleList } from './keys.js';
import type { ListQuery, TitleRow } from './queries.js';

async function row(answer: Promise<{ readonly results: readonly object[] }>, kind: NumberedKind): Promise<TitleRow> {
  return { titles: foundTitles(await answer, kind) };
}

/** What isn't out yet, with the day on which it comes. */
async function coming(answer: Promise<{ readonly results: readonly object[] }>, kind: NumberedKind): Promise<TitleRow> {
  return { titles: comingTitles(await answer, kind, LANGUAGE) };
}

const LISTS: Readonly<Record<TitleList, () => Promise<TitleRow>>> = {
  cinema: () => row(bodyOf(api.GET('/api/discover/movies/now-playing')), 'movie'),
  airing: () => row(bodyOf(api.GET('/api/discover/tv/on-the-air')), 'tv'),
  'upcoming-films': () => coming(bodyOf(api.GET('/api/discover/movies/upcoming')), 'movie'),
  'upcoming-series': () => coming(bodyOf(api.GET('/api/discover/tv/upcoming')), 'tv'),
};

/** A list of titles. */
export const listQuery = (list: TitleList): ListQuery => ({
  queryKey: keys.list(list),
  queryFn: LISTS[list],
  staleTime: 5 * 60_000,
});

/** A page of an endless list, and the page after it where there is one. */
export interface TitlesPage {
  readonly titles: readonly CardTitle[];
  readonly next: number | undefined;
  /** How many there are on all pages, where somebody says so. */
  readonly total?: number;
}

/** An endless list of titles. */
export interface EndlessQuery {
  readonly queryKey: readonly unknown[];
  readonly queryFn: (context: { readonly pageParam: number; readonly signal: AbortSignal }) => Promise<TitlesPage>;
}

/** How an endless list is read: its pages are kept for as long as somebody may come back to it. */
export const endless = ({ queryKey, queryFn }: EndlessQuery) => ({
  queryKey,
  queryFn,
  initialPageParam: 1,
  getNextPageParam: ({ next }: TitlesPage) => next,
  staleTime: 30 * 60_000,
  gcTime: 30 * 60_000,
  // Lists move while they are read, so that a title may come on two pages.
  select: ({ pages }: InfiniteData<TitlesPage, number>) => ({
    total: pages[0]?.total,
    titles: distinct(pages.flatMap(({ titles }) => titles)),
  }),
});

/** A film and a series may have one id. */
const distinct = (titles: readonly CardTitle[]): readonly CardTitle[] =>
  eachOnce(titles, ({ kind, id }) => titleKey(kind, id));

/** The country in which it is asked who streams. */
export const region = (): string => regionOf(navigator.languages);

/** The films or series that fit the filters. */
export const titlesQuery = (kind: NumberedKind, filters: BrowseFilters): EndlessQuery => ({
  queryKey: ['browse', kind, filters],
  queryFn: async ({ pageParam: page, signal }) => {
    const today = new Date().toISOString().slice(0, 10);
    const query = { ...browseQuery(kind, filters, region(), today), page };
    const answer = await (kind === 'movie'
      ? bodyOf(api.GET('/api/discover/movies/filtered', { params: { query }, signal }))
      : bodyOf(api.GET('/api/discover/tv/filtered', { params: { query }, signal })));
    const hasMore = page < (answer.total_pages ?? 0);
    return {
      titles: foundTitles(answer, kind),
      next: hasMore ? page + 1 : undefined,
      ...(typeof answer.total_results === 'number' ? { total: answer.total_results } : {}),
    };
  },
});

/** Over which span albums are popular. */
export type Period = 'this_week' | 'this_month' | 'this_year';

/** The albums of a genre, or those that are popular. */
export const musicQuery = (genre: string, period: Period): EndlessQuery => ({
  queryKey: ['browse', 'music', genre === '' ? period : genre],
  queryFn: async ({ pageParam: page, signal }) => {
    const { results, next_page: next } = await (genre === ''
      ? bodyOf(api.GET('/api/discover/music/popular', { params: { query: { period, page } }, signal }))
      : bodyOf(api.GET('/api/discover/music/genre', { params: { query: { genre, page } }, signal })));
    return { titles: listedAlbums(results), next };
  },
});

/** What changes once in a while only. */
const REFERENCE = 60 * 60_000;

/** What can be chosen of a filter. */
export const choicesQuery = (kind: NumberedKind, filter: 'genre' | 'language' | 'provider') => ({
  queryKey: ['choices', kind, filter],
  queryFn: () => CHOICES[filter](kind),
  staleTime: REFERENCE,
});

const CHOICES: Readonly<
  Record<'genre' | 'language' | 'provider', (kind: NumberedKind) => Promise<readonly FilterChoice[]>>
> = {
  genre: async (kind) => {
    const { genres } = await (kind === 'movie'
      ? bodyOf(api.GET('/api/genres/movie'))
      : bodyOf(api.GET('/api/genres/tv')));
    const choices = choicesIn(genres, 'genre', { value: 'id', name: 'name' });
    return byName(choices.map(({ value, name }) => ({ value, name: catalogNames.genre(Number(value), name) })));
  },
  language: async () => {
    const languages = await bodyOf(api.GET('/api/languages'));
    const choices = choicesIn(languages, 'language', { value: 'iso_639_1', name: 'english_name' });
    return byName(choices.map(({ value, name }) => ({ value, name: catalogNames.language(value, name) })));
  },
  provider: async (kind) => {
    const params = { query: { region: region() } };
    const { results } = await (kind === 'movie'
      ? bodyOf(api.GET('/api/providers/movie', { params }))
      : bodyOf(api.GET('/api/providers/tv', { params })));
    // In the order in which the provider has them: those first that most people have.
    return choicesIn(results, 'provider', { value: 'provider_id', name: 'provider_name' });
  },
};

/** The keywords or the companies that a text finds. */
export const termsQuery = (what: 'keyword' | 'company', text: string) => ({
  queryKey: ['terms', what, text],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<readonly FilterChoice[]> => {
    const params = { query: { query: text } };
    return termsIn(
      await (what === 'keyword'
        ? bodyOf(api.GET('/api/search/keyword', { params, signal }))
        : bodyOf(api.GET('/api/search/company', { params, signal }))),
    );
  },
  staleTime: REFERENCE,
});

const byName = (choices: readonly FilterChoice[]): readonly FilterChoice[] =>
  [...choices].sort((one, other) => one.name.localeCompare(other.name, LANGUAGE));

/** The genres of music. */
export const musicGenresQuery = () => ({
  queryKey: ['choices', 'music', 'genre'],
  queryFn: async (): Promise<readonly FilterChoice[]> =>
    (await bodyOf(api.GET('/api/genres/music'))).genres.map(({ id, name }) => ({ value: id, name })),
  staleTime: REFERENCE,
});

/** A person. */
export const personQuery = (id: number) => ({
  queryKey: ['person', id],
  queryFn: () => bodyOf(api.GET('/api/media/person/{id}', { params: { path: { id } } })),
  staleTime: REFERENCE,
});

/** The films and series of a person. */
export const partsQuery = (id: number) => ({
  queryKey: ['person', id, 'parts'],
  queryFn: async () => partsOf(await bodyOf(api.GET('/api/media/person/{id}/credits', { params: { path: { id } } }))),
  staleTime: REFERENCE,
});
