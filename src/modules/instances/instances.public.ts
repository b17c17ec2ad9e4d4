export { InstanceAccess } from './access/instance-access.js';
export type { VisibleInstance } from './access/visible-instances.js';
export { InstanceRelays } from './connections/instance-relays.js';
export { MovieManagers } from './connections/movie-managers.js';
export { TvManagers } from './connections/tv-managers.js';
export { InstanceMissing, InstanceNotGranted, libraryUnreadable } from './instances.errors.js';
export {
  AssignmentsChanged,
  InstanceChanged,
  InstanceRemoved,
  ManagerReported,
  PreferencesChanged,
  type ManagerReport,
} from './instances.events.js';
export { InstancesModule } from './instances.module.js';
export { requireMediaRoots } from './media-paths/media-roots.js';
export { INSTANCE_DEPENDENTS, type InstanceDependent } from './instances.ports.js';
export { AccountProvisioning } from './provisioning/account-provisioning.js';
export { InstanceDirectory } from './registry/instance-directory.js';
export type { InstanceRecord } from './registry/instance-record.js';
export type { ServiceType } from './service-kinds.js';
export { WebhookCredentials } from './webhook/webhook-credentials.js';
