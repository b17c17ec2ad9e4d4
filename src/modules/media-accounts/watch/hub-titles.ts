import type { PlexTitle } from '../../../clients/plex/plex-media-server.js';
import type { PlexShare } from '../../../clients/plex/plex-shares.js';
import { filterShows } from '../servers/hub-limits.js';
import type { AskedTitle } from './watched-title.js';

export interface HubLibrary {
  readonly id: string;
  readonly type: AskedTitle['type'];
  readonly byTmdb: ReadonlyMap<number, PlexTitle>;
  readonly byTvdb: ReadonlyMap<number, PlexTitle>;
  /** False where a title may be there that isn't among these: it couldn't be read, has no id, or there are too many. */
  readonly isComplete: boolean;
}

export type HubShare = Pick<PlexShare, 'libraries' | 'settings'>;

/** What a server behind the hub holds, and who sees what of it, as it was read last. */
export interface HubTitles {
  readonly serverKey: string;
  readonly libraries: readonly HubLibrary[];
  /** False where it has another library that could not be read, or one that shares may name otherwise. */
  readonly isComplete: boolean;
  readonly shares: ReadonlyMap<string, HubShare>;
  /** The number of the owner's account, who sees everything; null where nobody knows. */
  readonly ownerId: string | null;
}

export type HubFinding =
  | { readonly state: 'found'; readonly ratingKey: string }
  | { readonly state: 'missing' }
  | { readonly state: 'unverified' };

/** Of an index that was never read, too. */
export const UNVERIFIED_FINDING: HubFinding = { state: 'unverified' };

/** In the libraries that its share covers, and by its filters. Ids are compared exactly; another one's id rules a title out. */
export function findHubTitle(titles: HubTitles, accountId: string, wanted: AskedTitle): HubFinding {
  const share = accountId === titles.ownerId ? 'all' : titles.shares.get(accountId);
  if (share === undefined) return UNVERIFIED_FINDING;
  const covered = share === 'all' ? 'all' : share.libraries;
  if (covered === null) return UNVERIFIED_FINDING;
  const libraries = titles.libraries.filter(
    ({ id, type }) => type === wanted.type && (covered === 'all' || covered.includes(id)),
  );
  const there = libraries.flatMap((library) => titlesOf(library, wanted));
  const shown = there.find(({ contentRating }) => share === 'all' || isShown(share, wanted, contentRating));
  if (shown) return { state: 'found', ratingKey: shown.ratingKey };
  const isAbsent = titles.isComplete && there.length === 0 && libraries.every(({ isComplete }) => isComplete);
  return isAbsent ? { state: 'missing' } : UNVERIFIED_FINDING;
}

function titlesOf({ byTmdb, byTvdb }: HubLibrary, { tmdbId, tvdbId }: AskedTitle): readonly PlexTitle[] {
  const named = [tmdbId === null ? undefined : byTmdb.get(tmdbId), tvdbId === null ? undefined : byTvdb.get(tvdbId)];
  const isOther = (asked: number | null, own: number | null): boolean =>
    asked !== null && own !== null && asked !== own;
  return named.filter(
    (title) => title !== undefined && !isOther(tmdbId, title.tmdbId) && !isOther(tvdbId, title.tvdbId),
  ) as readonly PlexTitle[];
}

function isShown({ settings }: HubShare, { type }: AskedTitle, contentRating: string | null): boolean {
  if (settings === null) return false;
  return filterShows(type === 'movie' ? settings.filterMovies : settings.filterTelevision, contentRating);
}
