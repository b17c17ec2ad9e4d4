import type { Schemas } from '../api/client.js';
import { wizardAddress } from './wizard-step.js';

/** Something to set up, in the server's words. */
export type SetupItem = Schemas['SetupItemView'];

/** What the checklist shows. */
export interface SetupList {
  /** Neither done nor skipped. */
  readonly open: readonly SetupItem[];
  readonly skipped: readonly SetupItem[];
  readonly done: number;
  /** What counts: everything that isn't skipped. */
  readonly all: number;
}

const PLACES: Readonly<Record<string, string>> = {
  movie_manager: wizardAddress('library', { app: 'movie_manager' }),
  tv_manager: wizardAddress('library', { app: 'tv_manager' }),
  tmdb: wizardAddress('films'),
  media_server: wizardAddress('server'),
  download_client: '/admin/libraries',
  people: wizardAddress('invite'),
  listprov: '/admin/settings',
  provider_contact: '/admin/settings',
  discovery_prefs: '/admin/settings',
  media_downloads: '/admin/libraries',
  push: '/admin/notifications',
};

/** The page on which an item is set up; undefined where this app has none. */
export const setupAddress = (key: string): string | undefined => (Object.hasOwn(PLACES, key) ? PLACES[key] : undefined);

/** The checklist, or undefined where everything is done and nothing was skipped. */
export function setupList(items: readonly SetupItem[]): SetupList | undefined {
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
