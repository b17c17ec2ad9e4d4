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

/**
 * Where a poster is to be had from this server: browsers never ask the provider. Undefined where there is none.
 *
 * @param path as the provider names it, `/abc.jpg`
 * @param basePath of this server
 */
export function posterAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  if (typeof path !== 'string' || !FILE.test(path)) return undefined;
  const address = (width: number): string => `${basePath}/api/pictures/tmdb/w${width}${path}`;
  return { src: address(342), srcset: WIDTHS.map((width) => `${address(width)} ${width}w`).join(', ') };
}

/** Where somebody's picture is to be had, small. Undefined where there is none. */
export function portraitAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  if (typeof path !== 'string' || !FILE.test(path)) return undefined;
  return { src: `${basePath}/api/pictures/tmdb/w185${path}` };
}

/** Where a backdrop is to be had: 780 pixels wide on phones, 1,280 above. Undefined where there is none. Else as a poster. */
export function backdropAddresses(path: unknown, basePath: string): PosterAddresses | undefined {
  if (typeof path !== 'string' || !FILE.test(path)) return undefined;
  const address = (width: number): string => `${basePath}/api/pictures/tmdb/w${width}${path}`;
  return { src: address(1280), srcset: `${address(780)} 780w, ${address(1280)} 1280w` };
}

/** The picture of a title of any kind; undefined where there is none. */
export function pictureOf(title: CardTitle, basePath: string): PosterAddresses | undefined {
  if (!('by' in title)) return posterAddresses(title.poster, basePath);
  return title.cover === undefined ? undefined : { src: basePath + title.cover };
}
