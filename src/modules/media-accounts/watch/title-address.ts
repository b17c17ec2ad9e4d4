import type { MediaItem } from '../../../clients/mediabrowser/media-item.js';
import type { VideoServerType } from '../../instances/instances.public.js';

const PAGES: Readonly<Record<VideoServerType, string>> = {
  video_server_a: '/web/#/details',
  video_server_b: '/web/index.html#!/item',
};

/**
 * Where somebody opens a title in the web app of a video server; null where the server isn't told from others, or has no
 * address for people.
 *
 * Source: jellyfin facts and emby facts, Web link.
 *
 * @param publicAddress without a slash at its end; empty where nothing is said
 */
export function titleAddress(
  serviceType: VideoServerType,
  publicAddress: string,
  { id, serverId }: MediaItem,
): string | null {
  if (publicAddress === '' || serverId === null) return null;
  return `${publicAddress}${PAGES[serviceType]}?${new URLSearchParams({ id, serverId }).toString()}`;
}

/**
 * Where somebody opens a title of a server behind the hub, in the web app of the hub. Source: plex facts, Web link.
 *
 * @param webUrl of the hub, without a slash at its end
 */
export const hubTitleAddress = (webUrl: string, machineIdentifier: string, ratingKey: string): string =>
  `${webUrl}/desktop/#!/server/${encodeURIComponent(machineIdentifier)}/details?key=${encodeURIComponent(`/library/metadata/${ratingKey}`)}`;
