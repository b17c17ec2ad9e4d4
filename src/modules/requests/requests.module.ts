import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { QuotasModule } from '../quotas/quotas.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { SeriesAmendmentService } from './decisions/series-amendment.service.js';
import { RequestDecisionService } from './decisions/request-decision.service.js';
import { ForgetRequestsService } from './decisions/forget-requests.service.js';
import { DeliveryActionsService } from './decisions/delivery-actions.service.js';
import { MatchRepairService } from './decisions/match-repair.service.js';
import { RepairableRequestsService } from './decisions/repairable-requests.service.js';
import { AbsentSeasonsService } from './delivery/absent-seasons.service.js';
import { AddSeriesService } from './delivery/add-series.service.js';
import { DeliveryAccessService } from './delivery/delivery-access.service.js';
import { DeliveryAttemptService } from './delivery/delivery-attempt.service.js';
import { DeliveryGateService } from './delivery/delivery-gate.service.js';
import { DeliveryOutcomeService } from './delivery/delivery-outcome.service.js';
import { DeliveryStepsService } from './delivery/delivery-steps.service.js';
import { DeliveryWorkerJob } from './delivery/delivery-worker.job.js';
import { ExtendSeriesService } from './delivery/extend-series.service.js';
import { FilmDeliveryService } from './delivery/film-delivery.service.js';
import { MatchChangeService } from './delivery/match-change.service.js';
import { JobLeasesService } from './delivery/job-leases.service.js';
import { LibraryDeliveriesService } from './delivery/library-deliveries.service.js';
import { LibraryHoldsService } from './delivery/library-holds.service.js';
import { OwedWritesService } from './delivery/owed-writes.service.js';
import { SeasonSearchesService } from './delivery/season-searches.service.js';
import { SeriesChangesService } from './delivery/series-changes.service.js';
import { SeriesDeliveryService } from './delivery/series-delivery.service.js';
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { RequestHistoryController } from './http/request-history.controller.js';
import { RequestReadsController } from './http/request-reads.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { TvMatchRepairController } from './http/tv-match-repair.controller.js';
import { FilmSelectionService } from './intake/film-selection.service.js';
import { FilmPreviewService } from './intake/film-preview.service.js';
import { SeriesPreviewService } from './intake/series-preview.service.js';
import { RequestIntakeService } from './intake/request-intake.service.js';
import { SeriesResolverService } from './intake/series-resolver.service.js';
import { SeriesEvidenceService } from './intake/series-evidence.service.js';
import { SeriesSelectionService } from './intake/series-selection.service.js';
import { OpenSeriesRequestsService } from './intake/open-series-requests.service.js';
import { FilmSubmissionService } from './intake/film-submission.service.js';
import { SeriesSubmissionService } from './intake/series-submission.service.js';
import { DispatchesRepository } from './jobs/dispatches.repository.js';
import { LibraryLeasesRepository } from './jobs/library-leases.repository.js';
import { CompatDecisionsService } from './changes/compat-decisions.service.js';
import { RequestChangesRepository } from './changes/request-changes.repository.js';
import { QualityProfilesService } from './policy/quality-profiles.service.js';
import { RequestChoicesService } from './policy/request-choices.service.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequestSettingsService } from './policy/request-settings.service.js';
import { RequesterLimitsService } from './policy/requester-limits.service.js';
import { RequestLifecyclesService } from './request-lifecycles.service.js';
import { RequestsRepository } from './saved/requests.repository.js';
import { RequestHistoryRepository } from './status/request-history.repository.js';
import { LiveFilmsService } from './status/live-films.service.js';
import { LiveRequestsService } from './status/live-requests.service.js';
import { LiveSeriesService } from './status/live-series.service.js';
import { RequestStatusService } from './status/request-status.service.js';
import { RequestFactsService } from './status/request-facts.service.js';
import { RequestHistoryService } from './status/request-history.service.js';
import { RequestQueuesService } from './status/request-queues.service.js';
import { SeriesTitlesService } from './status/series-titles.service.js';
import { TitlePostersService } from './status/title-posters.service.js';
import { TitleStatusesService } from './status/title-statuses.service.js';
import { RequestTransitionsService } from './transitions/request-transitions.service.js';

/** Asking for titles: intake, policy, decisions, delivery, and where each request stands. */
@Module({
  imports: [
    SettingsModule,
    UsersModule,
    MetadataModule,
    InstancesModule,
    ContentPolicyModule,
    LibraryModule,
    QuotasModule,
    SeriesMatchingModule,
  ],
  controllers: [
    RequestsController,
    RequestReadsController,
    AdminRequestsController,
    RequestHistoryController,
    RequestSettingsController,
    TvMatchRepairController,
  ],
  providers: [
    RequestsRepository,
    DispatchesRepository,
    LibraryLeasesRepository,
    RequestPoliciesService,
    RequestSettingsService,
    QualityProfilesService,
    RequestChoicesService,
    RequesterLimitsService,
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
    RequestTransitionsService,
    SeriesAmendmentService,
    RequestDecisionService,
    MatchRepairService,
    RepairableRequestsService,
    DeliveryActionsService,
    ForgetRequestsService,
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
    RequestLifecyclesService,
    RequestFactsService,
    RequestChangesRepository,
    CompatDecisionsService,
  ],
  exports: [RequestFactsService, RequestChangesRepository, CompatDecisionsService],
})
export class RequestsModule {}
