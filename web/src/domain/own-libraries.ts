import type { KindOfTitle } from './title-key.js';

/** A library that the reader may use. */
export interface OwnLibrary {
  readonly id: string;
  readonly name: string;
}

/** The members of the configuration that say which libraries the reader may use. */
export interface LibraryConfig {
  readonly instances: readonly {
    readonly id: string;
    readonly name: string;
    readonly service_type: string;
    readonly is_default: boolean;
    readonly assigned: boolean;
    readonly request_default: boolean;
  }[];
  readonly hidden_discover_tabs: readonly KindOfTitle[];
}

/** The pages of Discover, in their order. */
export type DiscoverTab = 'films' | 'series' | 'music' | 'books';

const MANAGERS: Readonly<Record<KindOfTitle, string>> = {
  movie: 'movie_manager',
  tv: 'tv_manager',
  music: 'music_manager',
  book: 'book_manager',
};

const TABS: readonly (readonly [DiscoverTab, KindOfTitle])[] = [
  ['films', 'movie'],
  ['series', 'tv'],
  ['books', 'book'],
  ['music', 'music'],
];

/**
 * The libraries of a kind that the reader may use; the one that takes their requests comes first. Administrators are the only ones
 * who see libraries that aren't assigned to them; where none of the kind is, they may use them all. Source: doc 1 routing rule 4
 */
export function ownLibraries({ instances }: LibraryConfig, kind: KindOfTitle): readonly OwnLibrary[] {
  const seen = instances.filter(({ service_type: service }) => service === MANAGERS[kind]);
  const held = seen.some(({ assigned }) => assigned) ? seen.filter(({ assigned }) => assigned) : seen;
  const first = held.find(({ request_default: is }) => is) ?? held.find(({ is_default: is }) => is);
  return [...(first ? [first] : []), ...held.filter((one) => one !== first)].map(({ id, name }) => ({ id, name }));
}

/** Does a library of the reader serve what this page of Discover shows? */
export const isServed = (config: LibraryConfig, tab: DiscoverTab): boolean =>
  TABS.some(([one, kind]) => one === tab && ownLibraries(config, kind).length > 0);

/** What Discover has for the reader: the kinds that a library of theirs serves and that nobody has hidden. */
export const discoverTabs = (config: LibraryConfig): readonly DiscoverTab[] =>
  TABS.flatMap(([tab, kind]) =>
    ownLibraries(config, kind).length > 0 && !config.hidden_discover_tabs.includes(kind) ? [tab] : [],
  );
