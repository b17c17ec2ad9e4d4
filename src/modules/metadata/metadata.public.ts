export { FilmMetadata } from './films/film-metadata.js';
export { SeriesMetadata } from './series/series-metadata.js';
export type { SeriesSummary } from './series/series-summary.js';
export type { TrendingWindow } from '../../clients/tmdb/tmdb-client.js';
export { MetadataModule } from './metadata.module.js';
