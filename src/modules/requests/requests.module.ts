import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { QuotasModule } from '../quotas/quotas.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AmendSeriesRequest } from './decisions/amend-series-request.js';
import { DecideRequest } from './decisions/decide-request.js';
import { ForgetRequests } from './decisions/forget-requests.js';
import { ManageDelivery } from './decisions/manage-delivery.js';
import { RepairTvMatch } from './decisions/repair-tv-match.js';
import { RepairableRequests } from './decisions/repairable-requests.js';
import { AbsentSeasons } from './delivery/absent-seasons.js';
import { AddSeries } from './delivery/add-series.js';
import { DeliveryAccess } from './delivery/delivery-access.js';
import { DeliveryAttempt } from './delivery/delivery-attempt.js';
import { DeliveryGate } from './delivery/delivery-gate.js';
import { DeliveryRecord } from './delivery/delivery-record.js';
import { DeliverySteps } from './delivery/delivery-steps.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { ExtendSeries } from './delivery/extend-series.js';
import { FilmDelivery } from './delivery/film-delivery.js';
import { HoldBackMismatched } from './delivery/hold-back-mismatched.js';
import { JobLeases } from './delivery/job-leases.js';
import { LibraryDeliveries } from './delivery/library-deliveries.js';
import { LibraryHolds } from './delivery/library-holds.js';
import { OwedWrites } from './delivery/owed-writes.js';
import { SeasonSearches } from './delivery/season-searches.js';
import { SeriesChanges } from './delivery/series-changes.js';
import { SeriesDelivery } from './delivery/series-delivery.js';
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { RequestHistoryController } from './http/request-history.controller.js';
import { RequestReadsController } from './http/request-reads.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { TvMatchRepairController } from './http/tv-match-repair.controller.js';
import { FilmWishes } from './intake/film-wish.js';
import { PreviewFilmRequest } from './intake/preview-film-request.js';
import { PreviewSeriesRequest } from './intake/preview-series-request.js';
import { RequestIntake } from './intake/request-intake.js';
import { ResolveSeries } from './intake/resolve-series.js';
import { SeriesEvidence } from './intake/series-evidence.js';
import { SeriesWishes } from './intake/series-wish.js';
import { StandingSeriesRequests } from './intake/standing-series.js';
import { SubmitFilmRequest } from './intake/submit-film-request.js';
import { SubmitSeriesRequest } from './intake/submit-series-request.js';
import { Dispatches } from './jobs/dispatches.js';
import { LibraryLeases } from './jobs/library-leases.js';
import { LedgerDecisions } from './ledger/ledger-decisions.js';
import { LedgerFeed } from './ledger/ledger-feed.js';
import { QualityProfiles } from './policy/quality-profiles.js';
import { RequestChoices } from './policy/request-choices.js';
import { RequestPolicies } from './policy/request-policies.js';
import { RequestSettingsDesk } from './policy/request-settings-desk.js';
import { RequesterLimits } from './policy/requester-limits.js';
import { RequestLifecycles } from './request-lifecycles.js';
import { SavedRequests } from './saved/saved-requests.js';
import { HistoryRows } from './status/history-rows.js';
import { LiveFilms } from './status/live-films.js';
import { LiveRequests } from './status/live-requests.js';
import { LiveSeries } from './status/live-series.js';
import { ReadRequests } from './status/read-requests.js';
import { RequestFacts } from './status/request-facts.js';
import { RequestHistory } from './status/request-history.js';
import { RequestQueues } from './status/request-queues.js';
import { SeriesTitles } from './status/series-titles.js';
import { TitlePosters } from './status/title-posters.js';
import { TitleStatuses } from './status/title-statuses.js';
import { RequestTransitions } from './transitions/request-transitions.js';

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
    SavedRequests,
    Dispatches,
    LibraryLeases,
    RequestPolicies,
    RequestSettingsDesk,
    QualityProfiles,
    RequestChoices,
    RequesterLimits,
    FilmWishes,
    SubmitFilmRequest,
    PreviewFilmRequest,
    ResolveSeries,
    SeriesWishes,
    StandingSeriesRequests,
    SeriesEvidence,
    SubmitSeriesRequest,
    PreviewSeriesRequest,
    RequestIntake,
    RequestTransitions,
    AmendSeriesRequest,
    DecideRequest,
    RepairTvMatch,
    RepairableRequests,
    ManageDelivery,
    ForgetRequests,
    DeliverySteps,
    DeliveryAccess,
    DeliveryGate,
    FilmDelivery,
    SeasonSearches,
    SeriesChanges,
    AbsentSeasons,
    AddSeries,
    ExtendSeries,
    SeriesDelivery,
    DeliveryRecord,
    JobLeases,
    DeliveryAttempt,
    LibraryDeliveries,
    LibraryHolds,
    OwedWrites,
    DeliveryWorker,
    HoldBackMismatched,
    LiveFilms,
    LiveSeries,
    LiveRequests,
    ReadRequests,
    SeriesTitles,
    TitleStatuses,
    TitlePosters,
    RequestQueues,
    HistoryRows,
    RequestHistory,
    RequestLifecycles,
    RequestFacts,
    LedgerFeed,
    LedgerDecisions,
  ],
  exports: [RequestFacts, LedgerFeed, LedgerDecisions],
})
export class RequestsModule {}
