import type { Type } from '@nestjs/common';
import { FilmPreviewService } from './film-preview.service.js';
import { FilmSelectionService } from './film-selection.service.js';
import { FilmSubmissionService } from './film-submission.service.js';
import { OpenSeriesRequestsService } from './open-series-requests.service.js';
import { RequestIntakeService } from './request-intake.service.js';
import { SeriesEvidenceService } from './series-evidence.service.js';
import { SeriesPreviewService } from './series-preview.service.js';
import { SeriesResolverService } from './series-resolver.service.js';
import { SeriesSelectionService } from './series-selection.service.js';
import { SeriesSubmissionService } from './series-submission.service.js';

/** From a submission to a saved request. */
export const INTAKE_PROVIDERS: readonly Type[] = [
  FilmSelectionService,
  FilmSubmissionService,
  FilmPreviewService,
  SeriesResolverService,
  SeriesSelectionService,
  OpenSeriesRequestsService,
  SeriesEvidenceService,
  SeriesSubmissionService,
  SeriesPreviewService,
  RequestIntakeService,
];
