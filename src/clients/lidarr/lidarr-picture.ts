import { objectsOf, textOf } from '../servarr/plain-values.js';

/** A picture of an album or an artist. */
export interface LidarrPicture {
  /** Where Lidarr itself serves it: usually a path below `/MediaCover`; null where it doesn't. */
  readonly url: string | null;
  /** Where it was found; null where nobody says. */
  readonly remoteUrl: string | null;
}

/**
 * Which pictures may be shown to members: the path of Lidarr's own art, and the hosts of the services that its metadata
 * names copies of.
 */
export const LIDARR_PICTURES = {
  path: /^\/MediaCover\/(?:Albums|Artist)\/[1-9]\d{0,17}\/[\w-]+(?:\.[\w-]+)*$/,
  hosts: new Set(['coverartarchive.org', 'images.lidarr.audio', 'imagecache.lidarr.audio', 'assets.fanart.tv']),
} as const;

/** The cover of an album among its images; null where there is none. */
export const coverOf = (images: unknown): LidarrPicture | null => pictureIn(images, 'cover');

/** The poster of an artist among his images; null where there is none. */
export const posterOf = (images: unknown): LidarrPicture | null => pictureIn(images, 'poster');

function pictureIn(images: unknown, kind: string): LidarrPicture | null {
  const image = objectsOf(images).find(({ coverType }) => coverType === kind);
  if (!image) return null;
  const [url, remoteUrl] = [textOf(image.url), textOf(image.remoteUrl)];
  return url === null && remoteUrl === null ? null : { url, remoteUrl };
}
