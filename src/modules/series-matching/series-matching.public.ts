export { regularSeasons, SeriesFactsService } from './catalog/series-facts.service.js';
export { TvLibraryChoiceService } from './corrections/tv-library-choice.service.js';
export { matchRevision } from './http/tv-matches.controller.js';
export { seasonMapView, tvMatchView, type TvMatchResponse } from './http/tv-match.view.js';
export type { TvLibraryQuery } from './http/tv-matches.controller.js';
export {
  decodeSeasonMap,
  encodeSeasonMap,
  pickSeasons,
  tryDecodeSeasonMap,
  type SeasonMap,
} from './matches/season-map.js';
export { DoubtedMatchesService, isJudged } from './matches/doubted-matches.service.js';
export { SeasonComparisonService } from './matches/season-comparison.service.js';
export { isDoubted, mapSeasons, type MatchProvenance, type TvMatch } from './matches/tv-match.js';
export { TvMatchesService, type MatchVerdict } from './matches/tv-matches.service.js';
export { seriesNotFound, tvMatchRefused, type TvMatchProblem } from './series-matching.errors.js';
export { TvMatchChanged } from './series-matching.events.js';
export { SeriesMatchingModule } from './series-matching.module.js';
