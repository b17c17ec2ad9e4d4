import { objectsOf, textOf } from '../servarr/plain-values.js';

/** A picture of an album or an artist. */
export interface LidarrPicture {
  /** Where Lidarr itself serves it: usually a path below `/MediaCover`; null where it doesn't. */
  readonly url: string | null;
  /** Where it was found; null where nobody says. */
  readonly remoteUrl: string | null;
}

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
