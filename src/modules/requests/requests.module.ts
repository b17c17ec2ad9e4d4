import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { LibraryModule } from '../library/library.public.js';
import { MetadataModule } from '../metadata/metadata.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { DecideRequest } from './decisions/decide-request.js';
import { ManageDelivery } from './decisions/manage-delivery.js';
import { RequestTransitions } from './decisions/request-transitions.js';
import { DeliveryAccess } from './delivery/delivery-access.js';
import { DeliveryAttempt } from './delivery/delivery-attempt.js';
import { DeliveryGate } from './delivery/delivery-gate.js';
import { DeliveryRecord } from './delivery/delivery-record.js';
import { DeliverySteps } from './delivery/delivery-steps.js';
import { DeliveryWorker } from './delivery/delivery-worker.js';
import { Dispatches } from './delivery/dispatches.js';
import { FilmDelivery } from './delivery/film-delivery.js';
import { JobLeases } from './delivery/job-leases.js';
import { LibraryDeliveries } from './delivery/library-deliveries.js';
import { LibraryLeases } from './delivery/library-leases.js';
import { AdminRequestsController } from './http/admin-requests.controller.js';
import { RequestQuotasController } from './http/request-quotas.controller.js';
import { RequestSettingsController } from './http/request-settings.controller.js';
import { RequestsController } from './http/requests.controller.js';
import { FilmTitles } from './intake/film-titles.js';
import { FilmWishes } from './intake/film-wish.js';
import { PreviewFilmRequest } from './intake/preview-film-request.js';
import { SaveFilmRequest } from './intake/save-film-request.js';
import { SubmitFilmRequest } from './intake/submit-film-request.js';
import { FilmProfiles } from './policy/film-profiles.js';
import { RequestPolicies } from './policy/request-policies.js';
import { RequestSettingsDesk } from './policy/request-settings-desk.js';
import { AllowanceDesk } from './quotas/allowance-desk.js';
import { Allowances } from './quotas/allowances.js';
import { QuotaCharges } from './quotas/quota-charges.js';
import { QuotaItems } from './quotas/quota-items.js';
import { QuotaRules } from './quotas/quota-rules.js';
import { RequestLifecycles } from './request-lifecycles.js';
import { SavedRequests } from './saved/saved-requests.js';
import { FilmPosters } from './status/film-posters.js';
import { LiveFilms } from './status/live-films.js';
import { PendingQueue } from './status/pending-queue.js';
import { ReadRequests } from './status/read-requests.js';

/** Asking for titles: intake, policy, decisions, delivery, and where each request stands. */
@Module({
  imports: [SettingsModule, UsersModule, MetadataModule, InstancesModule, LibraryModule],
  controllers: [RequestsController, AdminRequestsController, RequestSettingsController, RequestQuotasController],
  providers: [
    SavedRequests,
    Dispatches,
    LibraryLeases,
    RequestPolicies,
    RequestSettingsDesk,
    FilmProfiles,
    QuotaRules,
    QuotaCharges,
    QuotaItems,
    Allowances,
    AllowanceDesk,
    FilmTitles,
    FilmWishes,
    SaveFilmRequest,
    SubmitFilmRequest,
    PreviewFilmRequest,
    RequestTransitions,
    DecideRequest,
    ManageDelivery,
    DeliverySteps,
    DeliveryAccess,
    DeliveryGate,
    FilmDelivery,
    DeliveryRecord,
    JobLeases,
    DeliveryAttempt,
    LibraryDeliveries,
    DeliveryWorker,
    LiveFilms,
    ReadRequests,
    FilmPosters,
    PendingQueue,
    RequestLifecycles,
  ],
})
export class RequestsModule {}
