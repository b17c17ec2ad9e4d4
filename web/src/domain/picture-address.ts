import type { CardTitle } from './card-title.js';

/** Widths in which posters are fetched, in pixels: a card on a phone, a card on a laptop, a title's page. */
const WIDTHS = [185, 342, 500] as const;

/** Names of pictures as the metadata provider gives them; the server answers no other. */
const FILE = /^\/[A-Za-z0-9]+\.(?:jpe?g|png|webp)$/;

/** A poster's addresses on this server, as `<img>` takes them. */
export interface PosterAddresses {
  readonly src: string;
  readonly srcset?: string;
}

/** Where pictures of this name lie on this server, by their width; undefined for what is no name: browsers never ask the provider. */
function addressesOf(path: unknown, basePath: string): ((width: number) => string) | undefined {
  if (typeof path !== 'string' || !FILE.test(path)) return undefined;
  return (width) => `${basePath}/api/pictures/tmdb/w${width}${path}`;
}

/**
 * Where a poster is to be had from this server. Undefined where there is none.
 *
 * @param path as the provider names it, `/abc.jpg`
 * @param basePath of this server
 */
export function posterAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  const address = addressesOf(path, basePath);
  return address && { src: address(342), srcset: WIDTHS.map((width) => `${address(width)} ${width}w`).join(', ') };
}

/** As {@link posterAddresses}, of somebody's picture, small. */
export function portraitAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  const address = addressesOf(path, basePath);
  return address && { src: address(185) };
}

/** As {@link posterAddresses}, of a backdrop: 780 pixels wide on phones, 1,280 above. */
export function backdropAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  const address = addressesOf(path, basePath);
  return address && { src: address(1280), srcset: `${address(780)} 780w, ${address(1280)} 1280w` };
}

/** The picture of a title of any kind; undefined where there is none. */
export function pictureOf(title: CardTitle, basePath: string): PosterAddresses | undefined {
  if (!('by' in title)) return posterAddresses(title.poster, basePath);
  return title.cover === undefined ? undefined : { src: basePath + title.cover };
}
