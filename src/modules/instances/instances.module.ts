import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AssignmentsMarkerService } from './access/assignments-marker.service.js';
import { AssignmentsService } from './access/assignments.service.js';
import { AccountLifecycleService } from './access/account-lifecycle.service.js';
import { GrantsRepository } from './access/grants.repository.js';
import { InstanceAccessService } from './access/instance-access.service.js';
import { InstanceGrantsService } from './access/instance-grants.service.js';
import { InstanceUsersService } from './access/instance-users.service.js';
import { PreferencesRepository } from './access/preferences.repository.js';
import { UserInstancesService } from './access/user-instances.service.js';
import { CandidatesService } from './administration/candidates.service.js';
import { DownloadClientCandidatesService } from './administration/download-client-candidates.service.js';
import { MediaServerCandidatesService } from './administration/media-server-candidates.service.js';
import { HubCandidatesService } from './administration/hub-candidates.service.js';
import { InstanceUpdateService } from './administration/instance-update.service.js';
import { InstanceRegistryService } from './administration/instance-registry.service.js';
import { InstanceRemovalService } from './administration/instance-removal.service.js';
import { DownloadClientsService } from './connections/download-clients.service.js';
import { KeptDownloadClientsService } from './connections/kept-download-clients.service.js';
import { InstanceClientsService } from './connections/instance-clients.service.js';
import { InstanceAddressService } from './connections/instance-address.service.js';
import { InstanceRelayService } from './connections/instance-relay.service.js';
import {
  BookManagersService,
  MovieManagersService,
  MusicManagersService,
  TvManagersService,
} from './connections/library-managers.service.js';
import { MediaServerClientsService } from './connections/media-server-clients.service.js';
import { AudiobookServersService, VideoServersService } from './connections/media-servers.service.js';
import { VideoDeviceIdService } from './connections/video-device-id.service.js';
import { HubClientIdService } from './hub/hub-client-id.service.js';
import { HubClientsService } from './hub/hub-clients.service.js';
import { HubInstancesService } from './hub/hub-instances.service.js';
import { HubOwnersService } from './hub/hub-owners.service.js';
import { ArrWebhookController } from './http/arr-webhook.controller.js';
import { AssignmentsController } from './http/assignments.controller.js';
import { InstanceUsersController } from './http/instance-users.controller.js';
import { hubProviders } from './hub/hub-providers.js';
import { HubLinkController } from './http/hub-link.controller.js';
import { InstancesController } from './http/instances.controller.js';
import { UserInstancesController } from './http/user-instances.controller.js';
import { WebhookController } from './http/webhook.controller.js';
import { InstanceCapabilitiesService } from './instance-capabilities.service.js';
import { MediaMappingsService } from './downloads/media-mappings.service.js';
import { MediaRootsService } from './media-paths/media-roots.service.js';
import { ConnectionProbeService } from './probe/connection-probe.service.js';
import { MediaServerProbeService } from './probe/media-server-probe.service.js';
import { AccountProvisioningService } from './provisioning/account-provisioning.service.js';
import { HubMembersService } from './provisioning/hub-members.service.js';
import { InstanceDirectoryService } from './registry/instance-directory.service.js';
import { MediaServerDirectoryService } from './registry/media-server-directory.service.js';
import { InstancesRepository } from './registry/instances.repository.js';
import { CallbackAddressService } from './webhook/callback-address.service.js';
import { WebhookCredentialsService } from './webhook/webhook-credentials.service.js';
import { WebhookInstallerService } from './webhook/webhook-installer.service.js';
import { WebhookStatusService } from './webhook/webhook-status.service.js';
import { WebhookReceiverService } from './webhook/webhook-receiver.service.js';
import { WebhookRemovalService } from './webhook/webhook-removal.service.js';
import { WebhookTokensService } from './webhook/webhook-tokens.service.js';

/** Which library managers, download clients and media servers there are, who may use them, and how they are reached. */
@Module({
  imports: [SettingsModule, UsersModule],
  controllers: [
    InstancesController,
    HubLinkController,
    AssignmentsController,
    InstanceUsersController,
    UserInstancesController,
    WebhookController,
    ArrWebhookController,
  ],
  providers: [
    InstancesRepository,
    InstanceDirectoryService,
    InstanceRegistryService,
    CandidatesService,
    HubCandidatesService,
    MediaServerCandidatesService,
    DownloadClientCandidatesService,
    InstanceUpdateService,
    InstanceRemovalService,
    ...hubProviders,
    HubMembersService,
    GrantsRepository,
    PreferencesRepository,
    InstanceAccessService,
    AssignmentsService,
    AssignmentsMarkerService,
    InstanceUsersService,
    InstanceGrantsService,
    UserInstancesService,
    AccountLifecycleService,
    InstanceClientsService,
    InstanceAddressService,
    InstanceRelayService,
    MovieManagersService,
    TvManagersService,
    BookManagersService,
    MusicManagersService,
    KeptDownloadClientsService,
    DownloadClientsService,
    VideoDeviceIdService,
    MediaServerClientsService,
    VideoServersService,
    AudiobookServersService,
    MediaServerDirectoryService,
    MediaRootsService,
    MediaMappingsService,
    ConnectionProbeService,
    MediaServerProbeService,
    AccountProvisioningService,
    CallbackAddressService,
    WebhookTokensService,
    WebhookCredentialsService,
    WebhookInstallerService,
    WebhookStatusService,
    WebhookReceiverService,
    WebhookRemovalService,
    InstanceCapabilitiesService,
  ],
  exports: [
    InstanceDirectoryService,
    InstanceAccessService,
    InstanceRelayService,
    MovieManagersService,
    TvManagersService,
    BookManagersService,
    MusicManagersService,
    DownloadClientsService,
    VideoServersService,
    AudiobookServersService,
    MediaServerDirectoryService,
    MediaRootsService,
    MediaMappingsService,
    InstanceGrantsService,
    AccountProvisioningService,
    WebhookCredentialsService,
    HubClientIdService,
    HubClientsService,
    HubInstancesService,
    HubOwnersService,
    HubMembersService,
  ],
})
export class InstancesModule {}
