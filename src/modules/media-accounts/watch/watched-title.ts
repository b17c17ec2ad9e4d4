import type { MediaItem, WantedTitle } from '../../../clients/mediabrowser/media-item.js';
import type { VideoServerType } from '../../instances/instances.public.js';

/** The title that somebody wants to watch, as they name it. At least one of the ids is there. */
export type AskedTitle = WantedTitle;

export interface KnownTitle {
  readonly tmdbId: number;
  /** Null where it names none: of films it never does. */
  readonly tvdbId: number | null;
  readonly year: number | null;
  /** In the language of the provider, and its own. */
  readonly names: readonly string[];
}

export const LONGEST_TITLE = 256;

/** So far the years of one title lie apart: it comes out in one country before another. */
const YEARS_APART = 1;

/** By the ids of the title that was judged; null where something that was asked may be another title's. */
export function judgedTitle(asked: AskedTitle, known: KnownTitle): AskedTitle | null {
  const { type, tmdbId, tvdbId, title = '', year } = asked;
  if (tmdbId !== null && tmdbId !== known.tmdbId) return null;
  if (tvdbId !== null && tvdbId !== known.tvdbId) return null;
  if (year !== undefined && known.year !== null && Math.abs(year - known.year) > YEARS_APART) return null;
  if (title !== '' && !known.names.some((name) => isSameName(name, title))) return null;
  return { ...asked, type, tmdbId: known.tmdbId, tvdbId: known.tvdbId };
}

const isSameName = (name: string, asked: string): boolean => plain(name.slice(0, LONGEST_TITLE)) === plain(asked);

/** Letters and digits alone, in small letters and without accents; a name without any is compared as it is. */
function plain(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
  return letters === '' ? name.trim() : letters;
}

const PAGES: Readonly<Record<VideoServerType, string>> = {
  video_server_a: '/web/#/details',
  video_server_b: '/web/index.html#!/item',
};

/** Null where the server isn't told from others, or has no address for people. `publicAddress` ends without a slash. */
export function titleAddress(
  serviceType: VideoServerType,
  publicAddress: string,
  { id, serverId }: MediaItem,
): string | null {
  if (publicAddress === '' || serverId === null) return null;
  return `${publicAddress}${PAGES[serviceType]}?${new URLSearchParams({ id, serverId }).toString()}`;
}

/** In the web app of the hub. @param webUrl without a slash at its end */
export const hubTitleAddress = (webUrl: string, machineIdentifier: string, ratingKey: string): string =>
  `${webUrl}/desktop/#!/server/${encodeURIComponent(machineIdentifier)}/details?key=${encodeURIComponent(`/library/metadata/${ratingKey}`)}`;
