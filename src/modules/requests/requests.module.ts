import { Module } from '@nestjs/common';
import { ContentPolicyModule } from '../content-policy/content-policy.public.js';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { QuotasModule } from '../quotas/quotas.public.js';
import { SeriesMatchingModule } from '../series-matching/series-matching.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { RequestDecisionService } from './decisions/request-decision.service.js';
import { DeliveryActionsService } from './decisions/delivery-actions.service.js';
import { deliveryProviders } from './delivery/delivery-providers.js';
import { albumProviders } from './albums/album-providers.js';
import { AlbumRequestsService } from './albums/album-requests.service.js';
import { BookRequestsService } from './books/book-requests.service.js';
import { bookProviders } from './books/book-providers.js';
import { filmProviders } from './films/film-providers.js';
import { FilmRequestsService } from './films/film-requests.service.js';
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { RequestHistoryController } from './http/request-history.controller.js';
import { MusicReadsController } from './http/music-reads.controller.js';
import { RequestReadsController } from './http/request-reads.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { TvMatchRepairController } from './http/tv-match-repair.controller.js';
import { RequestIntakeService } from './intake/request-intake.service.js';
import type { RequestKind } from './kinds/request-kind.js';
import { RequestKinds } from './kinds/request-kinds.js';
import { WholeTitlesService } from './kinds/whole-titles.service.js';
import { seriesProviders } from './series/series-providers.js';
import { SeriesRequestsService } from './series/series-requests.service.js';
import { DispatchesRepository } from './jobs/dispatches.repository.js';
import { LibraryJobsRepository } from './jobs/library-jobs.repository.js';
import { LibraryLeasesRepository } from './jobs/library-leases.repository.js';
import { CompatDecisionsService } from './changes/compat-decisions.service.js';
import { RequestChangesRepository } from './changes/request-changes.repository.js';
import { QualityProfilesService } from './policy/quality-profiles.service.js';
import { RequestChoicesService } from './policy/request-choices.service.js';
import { RequestPoliciesService } from './policy/request-policies.service.js';
import { RequesterLimitsService } from './policy/requester-limits.service.js';
import { RequestLifecyclesService } from './request-lifecycles.service.js';
import { RequestsRepository } from './saved/requests.repository.js';
import { RequestHistoryRepository } from './status/request-history.repository.js';
import { RequestStatusService } from './status/request-status.service.js';
import { RequestFactsService } from './status/request-facts.service.js';
import { OwnSharesService } from './jobs/own-shares.service.js';
import { RequestersService } from './status/requesters.service.js';
import { SubscribersRepository } from './saved/subscribers.repository.js';
import { RequestHistoryService } from './status/request-history.service.js';
import { RequestQueuesService } from './status/request-queues.service.js';
import { TitlePostersService } from './status/title-posters.service.js';
import { TitleStatusesService } from './status/title-statuses.service.js';
import { RequestTransitionsService } from './transitions/request-transitions.service.js';
import { SharedRequestsService } from './transitions/shared-requests.service.js';

/** Requests for titles: intake, policy, decisions, delivery and status. */
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
    MusicReadsController,
    AdminRequestsController,
    RequestHistoryController,
    RequestSettingsController,
    TvMatchRepairController,
  ],
  providers: [
    RequestsRepository,
    DispatchesRepository,
    LibraryJobsRepository,
    LibraryLeasesRepository,
    RequestPoliciesService,
    QualityProfilesService,
    RequestChoicesService,
    RequesterLimitsService,
    RequestIntakeService,
    WholeTitlesService,
    RequestTransitionsService,
    SharedRequestsService,
    RequestDecisionService,
    DeliveryActionsService,
    ...deliveryProviders,
    ...filmProviders,
    ...bookProviders,
    ...seriesProviders,
    ...albumProviders,
    {
      provide: RequestKinds,
      useFactory: (...kinds: readonly RequestKind[]) => new RequestKinds(kinds),
      inject: [FilmRequestsService, SeriesRequestsService, BookRequestsService, AlbumRequestsService],
    },
    RequestStatusService,
    TitleStatusesService,
    TitlePostersService,
    RequestersService,
    OwnSharesService,
    SubscribersRepository,
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
