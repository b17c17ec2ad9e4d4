import type { Component } from 'svelte';
import type { PageName } from './routes.js';

/** What a page's file has. */
export interface PageModule {
  readonly default: Component<{ readonly id: number; readonly key: string }>;
}

/** Loads a page. */
export const PAGES: Readonly<Record<PageName, () => Promise<unknown>>> = {
  home: () => import('../pages/HomePage.svelte'),
  discover: () => import('../pages/discover/DiscoverPage.svelte'),
  'discover-films': () => import('../pages/discover/FilmsPage.svelte'),
  'discover-series': () => import('../pages/discover/SeriesPage.svelte'),
  'discover-music': () => import('../pages/discover/MusicPage.svelte'),
  'discover-books': () => import('../pages/discover/BooksPage.svelte'),
  'discover-calendar': () => import('../pages/discover/CalendarPage.svelte'),
  search: () => import('../pages/search/SearchPage.svelte'),
  movie: () => import('../pages/title/MoviePage.svelte'),
  series: () => import('../pages/title/SeriesPage.svelte'),
  collection: () => import('../pages/title/CollectionPage.svelte'),
  album: () => import('../pages/catalog/AlbumPage.svelte'),
  book: () => import('../pages/catalog/BookPage.svelte'),
  person: () => import('../pages/person/PersonPage.svelte'),
  requests: () => import('../pages/RequestsPage.svelte'),
  request: () => import('../pages/request/RequestPage.svelte'),
  downloads: () => import('../pages/downloads/DownloadsPage.svelte'),
  profile: () => import('../pages/ProfilePage.svelte'),
  'new-passkey': () => import('../pages/account/NewPasskeyPage.svelte'),
  'admin-overview': () => import('../pages/admin/OverviewPage.svelte'),
  'admin-requests': () => import('../pages/admin/AdminRequestsPage.svelte'),
  'admin-request': () => import('../pages/admin/AskedRequestPage.svelte'),
  'admin-people': () => import('../pages/admin/PeoplePage.svelte'),
  'admin-person': () => import('../pages/admin/person/PersonPage.svelte'),
  'admin-libraries': () => import('../pages/admin/LibrariesPage.svelte'),
  'admin-library': () => import('../pages/admin/library/LibraryPage.svelte'),
  'admin-activity': () => import('../pages/admin/ActivityPage.svelte'),
  'admin-jobs': () => import('../pages/admin/JobsPage.svelte'),
  'admin-log': () => import('../pages/admin/log/LogPage.svelte'),
  'admin-notifications': () => import('../pages/admin/notifications/NotificationsPage.svelte'),
  'admin-setboxes': () => import('../pages/admin/setboxes/SetboxesPage.svelte'),
  'admin-settings': () => import('../pages/admin/SettingsPage.svelte'),
  'sign-in': () => import('../pages/SignInPage.svelte'),
  'oidc-return': () => import('../pages/account/OidcReturnPage.svelte'),
  'oidc-returned': () => import('../pages/account/OidcReturnPage.svelte'),
  setup: () => import('../pages/SetupPage.svelte'),
  wizard: () => import('../pages/setup/WizardPage.svelte'),
  join: () => import('../pages/join/JoinPage.svelte'),
  joined: () => import('../pages/join/JoinedPage.svelte'),
  'not-found': () => import('../pages/NotFoundPage.svelte'),
};
