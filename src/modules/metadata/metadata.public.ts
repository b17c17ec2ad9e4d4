export { FilmMetadata } from './films/film-metadata.js';
export { PeopleMetadata } from './people/people-metadata.js';
export { RelatedTitles } from './provider/related-titles.js';
export type { HeadlinePage, HeadlineTitle } from './headlines/headline-title.js';
export { Headlines } from './headlines/headlines.js';
export { ListFeeds } from './lists/list-feeds.js';
export { metadataTooSlow } from './metadata.errors.js';
export { BUILT_IN_SCHEMES } from './ratings/built-in-schemes.js';
export { RatingLists } from './ratings/rating-lists.js';
export {
  RATING_SOURCES,
  type KnownSchemes,
  type Rating,
  type RatingSource,
  type TitleKind,
} from './ratings/rating-scheme.js';
export type { TitleFacts } from './ratings/title-facts.js';
export { TitleRatings } from './ratings/title-ratings.js';
export { ReferenceLists } from './reference/reference-lists.js';
export { SeriesMetadata } from './series/series-metadata.js';
export type { SeriesSummary } from './series/series-summary.js';
export type { TrendingWindow } from '../../clients/tmdb/tmdb-client.js';
export { MetadataModule } from './metadata.module.js';
