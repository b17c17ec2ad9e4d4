import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { QuotasModule } from '../quotas/quotas.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { DeliveryActionsService } from './actions/delivery-actions.service.js';
import { RequestDecisionService } from './actions/request-decision.service.js';
import { SubmitService } from './actions/submit.service.js';
import { AlbumDeliveryService } from './albums/album-delivery.service.js';
import { AlbumRequestsService } from './albums/album-requests.service.js';
import { AwaitedAuthorsService } from './books/awaited-authors.service.js';
import { BookChangesService } from './books/book-changes.service.js';
import { BookDeliveryService } from './books/book-delivery.service.js';
import { BookRequestsService } from './books/book-requests.service.js';
import { BookSharingService } from './books/book-sharing.service.js';
import { LiveBooksService } from './books/live-books.service.js';
import { RecoveredBooksService } from './books/recovered-books.service.js';
import { AcceptedRequestsRepository } from './changes/accepted-requests.repository.js';
import { CompatDecisionsService } from './changes/compat-decisions.service.js';
import { RequestEntriesRepository } from './changes/request-entries.repository.js';
import { DeliveryAccessService } from './delivery/delivery-access.service.js';
import { DeliveryGateService } from './delivery/delivery-gate.service.js';
import { DeliveryTraceService } from './delivery/delivery-trace.service.js';
import { DeliveryWorkerJob } from './delivery/delivery-worker.job.js';
import { LibraryDeliveriesService } from './delivery/library-deliveries.service.js';
import { WriteRetryQueue } from './delivery/write-retry-queue.js';
import { FilmDeliveryService } from './films/film-delivery.service.js';
import { FilmRequestsService } from './films/film-requests.service.js';
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { EpisodesController } from './http/episodes.controller.js';
import { RequestHistoryController } from './http/request-history.controller.js';
import { RequestReadsController } from './http/request-reads.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { TimelineController } from './http/timeline.controller.js';
import { type RequestKind, RequestKinds } from './kinds/request-kind.js';
import { WholeTitlesService } from './kinds/whole-titles.service.js';
import { RequestChoicesService } from './policy/request-choices.service.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequesterLimitsService } from './policy/requester-limits.service.js';
import { RequestLifecyclesService } from './request-lifecycles.service.js';
import { DispatchesRepository } from './saved/dispatches.repository.js';
import { LifecycleEventsRepository } from './saved/lifecycle-events.repository.js';
import { RequestsRepository } from './saved/requests.repository.js';
import { LiveSeriesService } from './series/live-series.service.js';
import { SeasonComparisonsJob } from './series/season-comparisons.job.js';
import { SeasonEpisodesService } from './series/season-episodes.service.js';
import { SeriesAmendmentService } from './series/series-amendment.service.js';
import { SeriesChangesService } from './series/series-changes.service.js';
import { SeriesDeliveryService } from './series/series-delivery.service.js';
import { SeriesEvidenceService } from './series/series-evidence.service.js';
import { SeriesMatchesService } from './series/series-matches.service.js';
import { SeriesRequestsService } from './series/series-requests.service.js';
import { SeriesSubmissionService } from './series/series-submission.service.js';
import { AllRequestsService } from './status/all-requests.service.js';
import { RequestFactsService } from './status/request-facts.service.js';
import { RequestHistoryRepository } from './status/request-history.repository.js';
import { RequestStatusService } from './status/request-status.service.js';
import { RequestedTitlesService } from './status/requested-titles.service.js';
import { TitlePostersService } from './status/title-posters.service.js';
import { TitleStatusesService } from './status/title-statuses.service.js';
import { RequestTransitionsService } from './transitions/request-transitions.service.js';
import { SharedRequestsService } from './transitions/shared-requests.service.js';

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
    EpisodesController,
    TimelineController,
    AdminRequestsController,
    RequestHistoryController,
    RequestSettingsController,
  ],
  providers: [
    RequestsRepository,
    DispatchesRepository,
    RequestPoliciesService,
    RequestChoicesService,
    RequesterLimitsService,
    SubmitService,
    WholeTitlesService,
    RequestTransitionsService,
    SharedRequestsService,
    RequestDecisionService,
    DeliveryActionsService,
    DeliveryTraceService,
    DeliveryAccessService,
    DeliveryGateService,
    LibraryDeliveriesService,
    WriteRetryQueue,
    DeliveryWorkerJob,
    FilmDeliveryService,
    FilmRequestsService,
    LiveBooksService,
    RecoveredBooksService,
    BookSharingService,
    BookChangesService,
    BookDeliveryService,
    AwaitedAuthorsService,
    BookRequestsService,
    LiveSeriesService,
    SeriesMatchesService,
    SeasonComparisonsJob,
    SeasonEpisodesService,
    SeriesAmendmentService,
    SeriesChangesService,
    SeriesDeliveryService,
    SeriesEvidenceService,
    SeriesRequestsService,
    SeriesSubmissionService,
    AlbumDeliveryService,
    AlbumRequestsService,
    {
      provide: RequestKinds,
      useFactory: (...kinds: readonly RequestKind[]) => new RequestKinds(kinds),
      inject: [FilmRequestsService, SeriesRequestsService, BookRequestsService, AlbumRequestsService],
    },
    RequestStatusService,
    TitleStatusesService,
    TitlePostersService,
    AllRequestsService,
    RequestHistoryRepository,
    RequestLifecyclesService,
    RequestFactsService,
    RequestedTitlesService,
    RequestEntriesRepository,
    AcceptedRequestsRepository,
    LifecycleEventsRepository,
    CompatDecisionsService,
  ],
  exports: [
    RequestFactsService,
    RequestedTitlesService,
    RequestEntriesRepository,
    AcceptedRequestsRepository,
    LifecycleEventsRepository,
    CompatDecisionsService,
  ],
})
export class RequestsModule {}
