import type { FoundTitle } from '../domain/found-titles.js';
import type { KindOfTitle, TitleId } from '../domain/title-key.js';

/** The two kinds that have a number of the metadata provider. */
export type NumberedKind = FoundTitle['kind'];

/** Lists of titles that pages show. */
export type TitleList = 'cinema' | 'airing' | 'upcoming-films' | 'upcoming-series';

/**
 * The names under which answers are kept. A change of something drops them by their beginning; which of them a change on the
 * server concerns is said in live/touched.ts.
 */
export const keys = {
  serverStatus: ['server-status'],
  config: ['config'],
  devices: ['devices'],
  /** The set-top boxes that the reader may use. */
  tvs: ['tvs'],
  /** A page of the reader's own requests: the newest, or those that follow the request `before`. */
  requests: (before?: number) => ['requests', ...(before === undefined ? [] : [before])],
  request: (id: number) => ['request', id],
  timeline: (id: number) => ['timeline', id],
  /** What administrators see of requests; all of it begins with the same word. */
  administered: ['admin'],
  pending: ['admin', 'pending'],
  limits: ['admin', 'limits'],
  parked: ['admin', 'parked'],
  history: (filter: object) => ['admin', 'history', filter],
  asked: (id: number) => ['admin', 'asked', id],
  matches: ['admin', 'matches'],
  status: (kind: KindOfTitle, id: TitleId, library?: string) => ['status', kind, id, ...(library ? [library] : [])],
  statuses: (titles: readonly string[]) => ['statuses', titles],
  /** Of titles, in the reader's language. */
  words: (titles: readonly string[]) => ['words', titles],
  title: (kind: NumberedKind, id: number) => ['title', kind, id],
  related: (kind: NumberedKind, id: number, relation: string) => ['list', relation, kind, id],
  watch: (kind: NumberedKind, id: number) => ['watch', kind, id],
  /** Where all titles can be watched. */
  watches: ['watch'],
  search: (query: string) => ['search', query],
  featured: (kind: NumberedKind) => ['list', 'featured', kind],
  list: (list: TitleList) => ['list', list],
  albums: (query: string) => ['albums', query],
  books: (library: string, query: string) => ['books', library, query],
  catalogOptions: (kind: 'music' | 'book', query: string) => ['catalog-options', kind, query],
  trendingBooks: ['list', 'trending-books'],
  options: (kind: KindOfTitle, library: string | undefined) => ['options', kind, library],
  preview: (body: object) => ['preview', body],
  /** What is coming down, or how much of it there is; all of it where nothing is named. */
  downloads: (which?: 'all' | 'mine' | 'summary') => ['downloads', ...(which === undefined ? [] : [which])],
} as const;
