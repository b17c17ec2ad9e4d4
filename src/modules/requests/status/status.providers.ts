import type { Type } from '@nestjs/common';
import { LiveFilmsService } from './live-films.service.js';
import { LiveRequestsService } from './live-requests.service.js';
import { LiveSeriesService } from './live-series.service.js';
import { RequestFactsService } from './request-facts.service.js';
import { RequestHistoryRepository } from './request-history.repository.js';
import { RequestHistoryService } from './request-history.service.js';
import { RequestQueuesService } from './request-queues.service.js';
import { RequestStatusService } from './request-status.service.js';
import { SeriesTitlesService } from './series-titles.service.js';
import { TitlePostersService } from './title-posters.service.js';
import { TitleStatusesService } from './title-statuses.service.js';

/** Answers with the status of requests and titles. */
export const STATUS_PROVIDERS: readonly Type[] = [
  LiveFilmsService,
  LiveSeriesService,
  LiveRequestsService,
  RequestStatusService,
  SeriesTitlesService,
  TitleStatusesService,
  TitlePostersService,
  RequestQueuesService,
  RequestHistoryRepository,
  RequestHistoryService,
  RequestFactsService,
];
