import type { Component } from 'svelte';

/** A page, and what its address says beside its name. */
export interface Match {
  readonly page: PageName;
  /** The number in the address; undefined where the page has none. */
  readonly id: number | undefined;
}

/** Pages by name, each in a file of its own that is loaded when it is first shown. */
export type PageName =
  | 'home'
  | 'discover'
  | 'search'
  | 'movie'
  | 'series'
  | 'requests'
  | 'request'
  | 'profile'
  | 'new-passkey'
  | 'admin-requests'
  | 'admin-people'
  | 'admin-person'
  | 'admin-libraries'
  | 'admin-jobs'
  | 'sign-in'
  | 'oidc-return'
  | 'oidc-returned'
  | 'setup'
  | 'wizard'
  | 'join'
  | 'joined'
  | 'not-found';

/** Every address of the app. `#` stands for a number. */
const ADDRESSES: Readonly<Record<string, PageName>> = {
  '/': 'home',
  '/discover': 'discover',
  '/search': 'search',
  '/movie/#': 'movie',
  '/series/#': 'series',
  '/requests': 'requests',
  '/requests/#': 'request',
  '/profile': 'profile',
  '/settings/passkeys/new': 'new-passkey',
  '/admin': 'admin-requests',
  '/admin/requests': 'admin-requests',
  '/admin/people': 'admin-people',
  '/admin/people/#': 'admin-person',
  '/admin/libraries': 'admin-libraries',
  '/admin/jobs': 'admin-jobs',
  '/sign-in': 'sign-in',
  '/oidc/return': 'oidc-return',
  '/setup': 'setup',
  '/join': 'join',
};

/** Addresses that go on with another page once somebody is signed in. */
const SIGNED_IN: Partial<Readonly<Record<PageName, PageName>>> = {
  setup: 'wizard',
  join: 'joined',
  'oidc-return': 'oidc-returned',
};

/** Pages that are shown to people who aren't signed in. */
export const OPEN_PAGES: ReadonlySet<PageName> = new Set(['sign-in', 'oidc-return', 'setup', 'join']);

/** Which page has this path, for somebody who is signed in or isn't? */
export function matchPath(path: string, isSignedIn: boolean): Match {
  const [, number] = /\/([1-9]\d{0,9})$/.exec(path) ?? [];
  const page = ADDRESSES[number === undefined ? path : path.replace(/\d+$/, '#')] ?? 'not-found';
  return { page: (isSignedIn && SIGNED_IN[page]) || page, id: number === undefined ? undefined : Number(number) };
}

/** The address of a film's or a series' page. */
export const titleAddress = (kind: 'movie' | 'tv', id: number): string =>
  `/${kind === 'movie' ? 'movie' : 'series'}/${id}`;

/** The address of a request's page. */
export const requestAddress = (id: number): string => `/requests/${id}`;

/** The address of a person's page for administrators. */
export const personAddress = (id: number): string => `/admin/people/${id}`;

/** What a page's file has. */
export interface PageModule {
  readonly default: Component<{ readonly id: number }>;
}

/** Loads a page. */
export const PAGES: Readonly<Record<PageName, () => Promise<unknown>>> = {
  home: () => import('../pages/HomePage.svelte'),
  discover: () => import('../pages/DiscoverPage.svelte'),
  search: () => import('../pages/SearchPage.svelte'),
  movie: () => import('../pages/title/MoviePage.svelte'),
  series: () => import('../pages/title/SeriesPage.svelte'),
  requests: () => import('../pages/RequestsPage.svelte'),
  request: () => import('../pages/request/RequestPage.svelte'),
  profile: () => import('../pages/ProfilePage.svelte'),
  'new-passkey': () => import('../pages/account/NewPasskeyPage.svelte'),
  'admin-requests': () => import('../pages/admin/AdminRequestsPage.svelte'),
  'admin-people': () => import('../pages/admin/PeoplePage.svelte'),
  'admin-person': () => import('../pages/admin/person/PersonPage.svelte'),
  'admin-libraries': () => import('../pages/admin/LibrariesPage.svelte'),
  'admin-jobs': () => import('../pages/admin/JobsPage.svelte'),
  'sign-in': () => import('../pages/SignInPage.svelte'),
  'oidc-return': () => import('../pages/account/OidcReturnPage.svelte'),
  'oidc-returned': () => import('../pages/account/OidcReturnPage.svelte'),
  setup: () => import('../pages/SetupPage.svelte'),
  wizard: () => import('../pages/setup/WizardPage.svelte'),
  join: () => import('../pages/join/JoinPage.svelte'),
  joined: () => import('../pages/join/JoinedPage.svelte'),
  'not-found': () => import('../pages/NotFoundPage.svelte'),
};
