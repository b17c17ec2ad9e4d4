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
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { RequestHistoryController } from './http/request-history.controller.js';
import { RequestReadsController } from './http/request-reads.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { TvMatchRepairController } from './http/tv-match-repair.controller.js';
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
import { RequestFactsService } from './status/request-facts.service.js';
import { INTAKE_PROVIDERS } from './intake/intake.providers.js';
import { DELIVERY_PROVIDERS } from './delivery/delivery.providers.js';
import { STATUS_PROVIDERS } from './status/status.providers.js';
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
    ...INTAKE_PROVIDERS,
    ...DELIVERY_PROVIDERS,
    ...STATUS_PROVIDERS,
    RequestsRepository,
    DispatchesRepository,
    LibraryLeasesRepository,
    RequestPoliciesService,
    RequestSettingsService,
    QualityProfilesService,
    RequestChoicesService,
    RequesterLimitsService,
    RequestTransitionsService,
    SeriesAmendmentService,
    RequestDecisionService,
    MatchRepairService,
    RepairableRequestsService,
    DeliveryActionsService,
    ForgetRequestsService,
    RequestLifecyclesService,
    RequestChangesRepository,
    CompatDecisionsService,
  ],
  exports: [RequestFactsService, RequestChangesRepository, CompatDecisionsService],
})
export class RequestsModule {}
