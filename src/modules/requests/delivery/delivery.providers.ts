import type { Type } from '@nestjs/common';
import { AbsentSeasonsService } from './absent-seasons.service.js';
import { AddSeriesService } from './add-series.service.js';
import { DeliveryAccessService } from './delivery-access.service.js';
import { DeliveryAttemptService } from './delivery-attempt.service.js';
import { DeliveryGateService } from './delivery-gate.service.js';
import { DeliveryOutcomeService } from './delivery-outcome.service.js';
import { DeliveryStepsService } from './delivery-steps.service.js';
import { DeliveryWorkerJob } from './delivery-worker.job.js';
import { ExtendSeriesService } from './extend-series.service.js';
import { FilmDeliveryService } from './film-delivery.service.js';
import { JobLeasesService } from './job-leases.service.js';
import { LibraryDeliveriesService } from './library-deliveries.service.js';
import { LibraryHoldsService } from './library-holds.service.js';
import { MatchChangeService } from './match-change.service.js';
import { OwedWritesService } from './owed-writes.service.js';
import { SeasonSearchesService } from './season-searches.service.js';
import { SeriesChangesService } from './series-changes.service.js';
import { SeriesDeliveryService } from './series-delivery.service.js';

/** Carries approved requests to the libraries' managers. */
export const DELIVERY_PROVIDERS: readonly Type[] = [
  DeliveryStepsService,
  DeliveryAccessService,
  DeliveryGateService,
  FilmDeliveryService,
  SeasonSearchesService,
  SeriesChangesService,
  AbsentSeasonsService,
  AddSeriesService,
  ExtendSeriesService,
  SeriesDeliveryService,
  DeliveryOutcomeService,
  JobLeasesService,
  DeliveryAttemptService,
  LibraryDeliveriesService,
  LibraryHoldsService,
  OwedWritesService,
  DeliveryWorkerJob,
  MatchChangeService,
];
