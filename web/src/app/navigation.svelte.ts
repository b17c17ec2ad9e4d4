import { tick } from 'svelte';
import { takeInvite } from '../session/invite.svelte.js';
import { takeOidcReturn } from '../session/oidc-return.svelte.js';
import { BASE_PATH } from './base-path.js';

/** Where the reader is: the path without the server's base path, and the query. */
class Place {
  path = $state('/');
  query = $state(new URLSearchParams());
  /** The address as a link within the app names it. */
  readonly address = $derived(this.path + (this.query.size === 0 ? '' : `?${this.query}`));
}

/** The page that is shown now. */
export const place = new Place();

/** Where each entry of the history was scrolled to, by its number. */
const scrolled = new Map<number, number>();

let entry = 0;

/** The address of a page for a link: the page's own address under the server's base path. */
export const linkTo = (address: string): string => BASE_PATH + address;

/** Shows another page. Replacing leaves no entry behind that Back would lead to. */
export function go(address: string, { replace = false } = {}): void {
  stopScrolling();
  scrolled.set(entry, window.scrollY);
  if (replace) history.replaceState({ entry }, '', linkTo(address));
  else history.pushState({ entry: ++entry }, '', linkTo(address));
  read();
  if (!replace) void tick().then(() => window.scrollTo(0, 0));
}

/** Changes the query of the page that is shown, and nothing else. */
export function setQuery(members: Readonly<Record<string, string>>): void {
  const query = new URLSearchParams(Object.entries(members).filter(([, value]) => value !== ''));
  go(place.path + (query.size === 0 ? '' : `?${query}`), { replace: true });
}

/** Follows the address and the links of the app. Called once, at the start. */
export function startNavigation(): void {
  history.scrollRestoration = 'manual';
  entry = (history.state as { readonly entry?: number } | null)?.entry ?? 0;
  read();
  window.addEventListener('popstate', (event) => {
    scrolled.set(entry, window.scrollY);
    entry = (event.state as { readonly entry?: number } | null)?.entry ?? 0;
    read();
    void tick().then(() => scrollBack(scrolled.get(entry) ?? 0));
  });
  document.addEventListener('click', (event) => {
    const address = addressOfClick(event);
    if (address === undefined) return;
    event.preventDefault();
    if (address !== place.address) go(address);
  });
}

/** So long is a page given to become as long as it was, in milliseconds. */
const RESTORED_MS = 3_000;
const READER_ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

let stopScrolling: () => void = () => undefined;

/**
 * Scrolls to where the reader was. The page is loaded and drawn meanwhile, so this is done anew as it grows, until the reader does
 * something.
 */
function scrollBack(to: number): void {
  stopScrolling();
  const scroll = (): void => window.scrollTo(0, to);
  const growth = new ResizeObserver(scroll);
  const stop = (): void => {
    clearTimeout(timer);
    growth.disconnect();
    for (const act of READER_ACTS) window.removeEventListener(act, stop);
  };
  const timer = setTimeout(stop, RESTORED_MS);
  for (const act of READER_ACTS) window.addEventListener(act, stop, { passive: true });
  stopScrolling = stop;
  scroll();
  growth.observe(document.body);
}

function read(): void {
  takeOidcReturn(entry, linkTo('/oidc/return'));
  const { pathname, search } = window.location;
  const path = pathname.slice(BASE_PATH.length).replace(/(?<=.)\/+$/, '');
  if (path === '/join') takeInvite(entry);
  place.path = path === '' ? '/' : path;
  place.query = new URLSearchParams(search);
}

/** The page of the app that a click on a link leads to; undefined where the browser has to follow it itself. */
function addressOfClick(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = (event.target as Element).closest('a');
  if (!link?.href || link.target !== '' || link.hasAttribute('download')) return undefined;
  const { origin, pathname, search, hash } = new URL(link.href);
  const isOurs = origin === window.location.origin && pathname.startsWith(`${BASE_PATH}/`) && hash === '';
  return isOurs ? pathname.slice(BASE_PATH.length) + search : undefined;
}
