import { catalogId, type KindOfTitle, type TitleId } from '../domain/title-key.js';

/** A page, and what its address says beside its name. */
export interface Match {
  readonly page: PageName;
  /** The number in the address; undefined where the page has none. */
  readonly id: number | undefined;
  /** The id in the address that isn't a number: of an album, a book or a library, or the name of a part. */
  readonly key?: string;
}

/** Pages by name, each in a file of its own that is loaded when it is first shown. */
export type PageName =
  | 'home'
  | 'discover'
  | 'discover-films'
  | 'discover-series'
  | 'discover-music'
  | 'discover-books'
  | 'discover-calendar'
  | 'search'
  | 'movie'
  | 'series'
  | 'collection'
  | 'album'
  | 'book'
  | 'person'
  | 'requests'
  | 'request'
  | 'downloads'
  | 'profile'
  | 'new-passkey'
  | 'admin-overview'
  | 'admin-requests'
  | 'admin-request'
  | 'admin-people'
  | 'admin-person'
  | 'admin-libraries'
  | 'admin-library'
  | 'admin-activity'
  | 'admin-jobs'
  | 'admin-log'
  | 'admin-notifications'
  | 'admin-setboxes'
  | 'admin-settings'
  | 'sign-in'
  | 'oidc-return'
  | 'oidc-returned'
  | 'setup'
  | 'wizard'
  | 'join'
  | 'joined'
  | 'not-found';

/** Every address of the app. `#` stands for a number, `*` for another id. */
const ADDRESSES: Readonly<Record<string, PageName>> = {
  '/': 'home',
  '/discover': 'discover',
  '/discover/films': 'discover-films',
  '/discover/series': 'discover-series',
  '/discover/music': 'discover-music',
  '/discover/books': 'discover-books',
  '/discover/calendar': 'discover-calendar',
  '/search': 'search',
  '/movie/#': 'movie',
  '/series/#': 'series',
  '/collection/#': 'collection',
  '/album/*': 'album',
  '/book/*': 'book',
  '/person/#': 'person',
  '/requests': 'requests',
  '/requests/#': 'request',
  '/downloads': 'downloads',
  '/profile': 'profile',
  '/profile/notifications': 'profile',
  '/profile/watching': 'profile',
  '/profile/signing-in': 'profile',
  '/profile/devices': 'profile',
  '/settings/passkeys/new': 'new-passkey',
  '/admin': 'admin-overview',
  '/admin/requests': 'admin-requests',
  '/admin/requests/#': 'admin-request',
  '/admin/people': 'admin-people',
  '/admin/people/#': 'admin-person',
  '/admin/libraries': 'admin-libraries',
  '/admin/libraries/*': 'admin-library',
  '/admin/activity': 'admin-activity',
  '/admin/jobs': 'admin-jobs',
  '/admin/log': 'admin-log',
  '/admin/notifications': 'admin-notifications',
  '/admin/setboxes': 'admin-setboxes',
  '/admin/settings': 'admin-settings',
  '/admin/settings/*': 'admin-settings',
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

/** Pages that have the whole window, without the app's navigation. */
export const FULL_PAGES: ReadonlySet<PageName> = new Set([...OPEN_PAGES, 'wizard', 'joined', 'oidc-returned']);

/** A release group, a book by its native id, a library, or a part of the settings by its name. A dot would make it a file, which the server has no page for. */
const TEXT_ID = /^(\/(?:album|book|admin\/libraries|admin\/settings))\/([A-Za-z0-9][\w:-]{0,99})$/;

/** Which page has this path, for somebody who is signed in or isn't? */
export function matchPath(path: string, isSignedIn: boolean): Match {
  const [, folder, key] = TEXT_ID.exec(path.replaceAll(/%3a/gi, ':')) ?? [];
  if (key !== undefined) return { page: ADDRESSES[`${folder}/*`] ?? 'not-found', id: undefined, key };
  const [, number] = /\/([1-9]\d{0,9})$/.exec(path) ?? [];
  const page = ADDRESSES[number === undefined ? path : path.replace(/\d+$/, '#')] ?? 'not-found';
  return { page: (isSignedIn && SIGNED_IN[page]) || page, id: number === undefined ? undefined : Number(number) };
}

const TITLE_FOLDERS: Readonly<Record<KindOfTitle, string>> = {
  movie: 'movie',
  tv: 'series',
  music: 'album',
  book: 'book',
};

/** The address of a title's page. */
export const titleAddress = (kind: KindOfTitle, id: TitleId): string => `/${TITLE_FOLDERS[kind]}/${id}`;

/** The address of the page of a title that was requested; undefined where its id makes none. */
export function requestedTitle({
  media_type: kind,
  tmdb_id: number,
  foreign_id: foreignId = '',
}: {
  readonly media_type: KindOfTitle;
  readonly tmdb_id: number;
  readonly foreign_id?: string;
}): string | undefined {
  const isNumbered = kind === 'movie' || kind === 'tv';
  const address = titleAddress(kind, isNumbered ? number : catalogId(kind, foreignId));
  return isNumbered || TEXT_ID.test(address) ? address : undefined;
}

/** The address of the page of somebody who was part of a title. */
export const castMemberAddress = (id: number): string => `/person/${id}`;

/** The address of the page of films that belong together. */
export const collectionAddress = (id: number): string => `/collection/${id}`;

/** The address of a request's page. */
export const requestAddress = (id: number): string => `/requests/${id}`;

/** The address of the page of anybody's request for administrators. */
export const askedAddress = (id: number): string => `/admin/requests/${id}`;

/** The address of a person's page for administrators. */
export const personAddress = (id: number): string => `/admin/people/${id}`;

/** The address of a library's page for administrators. */
export const libraryAddress = (id: string): string => `/admin/libraries/${id}`;
