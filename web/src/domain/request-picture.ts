import { albumCover } from './catalog-titles.js';
import { posterAddresses, type PosterAddresses } from './picture-address.js';
import { catalogId, type KindOfTitle } from './title-key.js';

/** What of a request tells where its picture is. */
export interface Pictured {
  readonly media_type: KindOfTitle;
  readonly foreign_id?: string;
  readonly poster_path?: string;
}

/**
 * The picture of what was requested; undefined where there is none.
 *
 * @param covers of books, by their ids: a request doesn't have them
 */
export function requestPicture(
  { media_type: kind, foreign_id: id = '', poster_path: path }: Pictured,
  basePath: string,
  covers?: ReadonlyMap<string, string>,
): PosterAddresses | undefined {
  if (kind === 'movie' || kind === 'tv') return posterAddresses(path, basePath);
  if (id === '') return undefined;
  const cover = kind === 'music' ? albumCover(catalogId(kind, id)) : covers?.get(catalogId(kind, id));
  return cover === undefined ? undefined : { src: basePath + cover };
}
