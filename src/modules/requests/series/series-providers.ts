import { AbsentSeasonsService } from './absent-seasons.service.js';
import { LiveSeriesService } from './live-series.service.js';
import { MatchChangeService } from './match-change.service.js';
import { MatchRepairService } from './match-repair.service.js';
import { SeasonSearchesService } from './season-searches.service.js';
import { SeriesAmendmentService } from './series-amendment.service.js';
import { SeriesChangesService } from './series-changes.service.js';
import { SeriesDeliveryService } from './series-delivery.service.js';
import { SeriesEvidenceService } from './series-evidence.service.js';
import { SeriesGateService } from './series-gate.service.js';
import { SeriesRequestsService } from './series-requests.service.js';
import { SeriesResolverService } from './series-resolver.service.js';
import { SeriesSelectionService } from './series-selection.service.js';
import { SeriesSubmissionService } from './series-submission.service.js';
import { SeriesTitlesService } from './series-titles.service.js';

/** The injectable classes of this folder, for the module file. */
export const seriesProviders = [
  AbsentSeasonsService,
  LiveSeriesService,
  MatchChangeService,
  MatchRepairService,
  SeasonSearchesService,
  SeriesAmendmentService,
  SeriesChangesService,
  SeriesDeliveryService,
  SeriesEvidenceService,
  SeriesGateService,
  SeriesRequestsService,
  SeriesResolverService,
  SeriesSelectionService,
  SeriesSubmissionService,
  SeriesTitlesService,
];
