import type { CardTitle } from './card-title.js';
import { albumCover } from './catalog-titles.js';
import { catalogId, titleKey, type KindOfTitle } from './title-key.js';

/** The members of a request that say which title it is for. */
export interface RequestedTitle {
  readonly media_type: KindOfTitle;
  readonly tmdb_id: number;
  readonly foreign_id?: string;
  readonly title: string;
  readonly poster_path?: string;
}

/** What a request is for, as cards show it. Of a book the server has no cover. */
export function requestCard(request: RequestedTitle): CardTitle {
  const { media_type: kind, tmdb_id: number, foreign_id: foreignId = '', title, poster_path: poster } = request;
  if (kind === 'movie' || kind === 'tv')
    return { kind, id: number, title, year: '', ...(poster === undefined ? {} : { poster }) };
  const id = catalogId(kind, foreignId);
  return { kind, id, title, by: '', year: '', ...(kind === 'music' ? { cover: albumCover(id) } : {}) };
}

/** The key of the title that a request is for. */
export const keyOfRequested = (request: RequestedTitle): string => {
  const { kind, id } = requestCard(request);
  return titleKey(kind, id);
};
