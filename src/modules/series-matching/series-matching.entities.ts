import { TvdbCacheRow } from './catalog/tvdb-cache-row.entity.js';
import { TvMatchOverrideRow } from './matches/tv-match-override-row.entity.js';

/** The tables of this module. */
export const seriesMatchingEntities = [TvMatchOverrideRow, TvdbCacheRow] as const;
