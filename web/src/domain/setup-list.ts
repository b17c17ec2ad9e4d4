import type { Schemas } from '../api/client.js';
import { wizardAddress } from './wizard-step.js';

/** Something to set up, in the server's words. */
export type SetupItem = Schemas['SetupItemView'];

/** An item that has words and a place in this app. */
export type KnownSetupItem = SetupItem & { readonly key: SetupKey };

/** What the checklist shows. */
export interface SetupList {
  /** Neither done nor skipped. */
  readonly open: readonly KnownSetupItem[];
  readonly skipped: readonly KnownSetupItem[];
  readonly done: number;
  /** What counts: everything that isn't skipped. */
  readonly all: number;
}

const PLACES = {
  movie_manager: wizardAddress('library', { app: 'movie_manager' }),
  tv_manager: wizardAddress('library', { app: 'tv_manager' }),
  tmdb: wizardAddress('films'),
  media_server: wizardAddress('server'),
  download_client: '/admin/libraries',
  people: wizardAddress('invite'),
  listprov: '/admin/settings/lookups',
  provider_contact: '/admin/settings/network',
  discovery_prefs: '/admin/settings/discover',
  media_downloads: '/admin/libraries',
  push: '/admin/notifications',
} as const satisfies Readonly<Record<string, string>>;

/** What this app can set up. */
export type SetupKey = keyof typeof PLACES;

/** The page on which an item is set up. */
export const setupAddress = (key: SetupKey): string => PLACES[key];

const isKnown = (item: SetupItem): item is KnownSetupItem => Object.hasOwn(PLACES, item.key);

/**
 * The checklist, or undefined where everything is done and nothing was skipped. What this app has no words for is left out, since
 * the server's own English is on no page.
 */
export function setupList(all: readonly SetupItem[]): SetupList | undefined {
  const items = all.filter(isKnown);
  const undone = items.filter(({ configured }) => !configured);
  const skipped = undone.filter((item) => item.skipped === true);
  if (undone.length === 0) return undefined;
  return {
    open: undone.filter((item) => item.skipped !== true),
    skipped,
    done: items.length - undone.length,
    all: items.length - skipped.length,
  };
}
