import { Module } from '@nestjs/common';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { HoldingsRepository } from './access/holdings.repository.js';
import { InstanceAccessService } from './access/instance-access.service.js';
import { AccountProvisioningService, InstanceGrantsService } from './access/instance-grants.service.js';
import { InstanceUsersService } from './access/instance-users.service.js';
import { UserInstancesService } from './access/user-instances.service.js';
import { CandidatesService } from './administration/candidates.service.js';
import { HubCandidatesService } from './administration/hub-candidates.service.js';
import { InstanceRegistryService } from './administration/instance-registry.service.js';
import { DownloadClientsService } from './connections/download-clients.service.js';
import { InstanceClientsService } from './connections/instance-clients.service.js';
import {
  AudiobookServersService,
  MediaServerClientsService,
  VideoServersService,
} from './connections/media-servers.service.js';
import { HubLinkController } from './http/hub-link.controller.js';
import { InstanceUsersController } from './http/instance-users.controller.js';
import { InstancesController } from './http/instances.controller.js';
import { UserInstancesController } from './http/user-instances.controller.js';
import { WebhookController } from './http/webhook.controller.js';
import { HubClientsService } from './hub/hub-clients.service.js';
import { HubInstancesService } from './hub/hub-instances.service.js';
import { HubLinksService } from './hub/hub-links.service.js';
import { InstancesStartService } from './instances-start.service.js';
import { MediaRootsService } from './media-paths/media-roots.service.js';
import {
  InstanceDirectoryService,
  MediaMappingsService,
  MediaServerDirectoryService,
} from './registry/instance-directory.service.js';
import { InstancesRepository } from './registry/instances.repository.js';
import { WebhookInstallerService } from './webhook/webhook-installer.service.js';
import { WebhookReceiverService } from './webhook/webhook-receiver.service.js';
import { WebhookRemovalService } from './webhook/webhook-removal.service.js';
import { WebhookTokensService } from './webhook/webhook-tokens.service.js';

const EXPORTED = [
  InstanceDirectoryService,
  InstanceAccessService,
  InstanceClientsService,
  DownloadClientsService,
  VideoServersService,
  AudiobookServersService,
  MediaServerDirectoryService,
  MediaRootsService,
  MediaMappingsService,
  InstanceGrantsService,
  AccountProvisioningService,
  WebhookReceiverService,
  HubClientsService,
  HubInstancesService,
];

/** Which library managers, download clients and media servers there are, who may use them, and how they are reached. */
@Module({
  imports: [SettingsModule, UsersModule],
  controllers: [
    InstancesController,
    HubLinkController,
    InstanceUsersController,
    UserInstancesController,
    WebhookController,
  ],
  providers: [
    ...EXPORTED,
    InstancesRepository,
    HoldingsRepository,
    InstancesStartService,
    InstanceRegistryService,
    CandidatesService,
    HubCandidatesService,
    HubLinksService,
    InstanceUsersService,
    UserInstancesService,
    MediaServerClientsService,
    WebhookTokensService,
    WebhookInstallerService,
    WebhookRemovalService,
  ],
  exports: EXPORTED,
})
export class InstancesModule {}
