export { InstanceAccessService } from './access/instance-access.service.js';
export type { VisibleInstance } from './access/visible-instances.js';
export { AccountProvisioningService, InstanceGrantsService } from './access/instance-grants.service.js';
export { DownloadClientsService } from './connections/download-clients.service.js';
export { InstanceClientsService } from './connections/instance-clients.service.js';
export { AudiobookServersService, VideoServersService } from './connections/media-servers.service.js';
export { HubClientsService } from './hub/hub-clients.service.js';
export { HubInstancesService, type HubServer } from './hub/hub-instances.service.js';
export { InstanceMissing, InstanceNotGranted, libraryUnreadable, NoneConfigured } from './instances.errors.js';
export {
  AssignmentsChanged,
  InstanceChanged,
  InstanceRemoved,
  ManagerReported,
  PreferencesChanged,
  type ManagerReport,
} from './instances.events.js';
export { InstancesModule } from './instances.module.js';
export { lastNameIn } from './media-paths/arr-path.js';
export { type MediaPathMapping, translatePath } from './media-paths/media-path-mapping.js';
export { unlessRefused } from './media-paths/disk-refusals.js';
export type { DiskTurn } from './media-paths/disk-turns.js';
export { MediaRootsService, requireMediaRoots } from './media-paths/media-roots.service.js';
export {
  HUB_ACCOUNT_LINKS,
  INSTANCE_DEPENDENTS,
  type HubAccountLink,
  type HubAccountLinks,
  type HubSignUp,
  type InstanceDependent,
} from './instances.ports.js';
export {
  InstanceDirectoryService,
  MediaMappingsService,
  MediaServerDirectoryService,
} from './registry/instance-directory.service.js';
export type { InstanceRecord, MediaServerRecord } from './registry/instance-record.js';
export { isLibraryId } from './registry/media-server-config.js';
export { judgeListeningApps, judgeVideoApps, type ListeningApps, type VideoApps } from './registry/player-apps.js';
export {
  DOWNLOAD_CLIENT_TYPES,
  factsOf,
  isDownloadClient,
  isLibraryManager,
  isMediaServer,
  type DownloadClientType,
  type LibraryManagerType,
  type MediaServerType,
  type SelfHostedMediaServerType,
  type ServiceType,
  type VideoServerType,
} from './service-kinds.js';
export { WebhookReceiverService } from './webhook/webhook-receiver.service.js';
