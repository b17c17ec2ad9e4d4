export { InstanceAccess } from './access/instance-access.js';
export { MovieManagers } from './connections/movie-managers.js';
export { InstanceMissing } from './instances.errors.js';
export { AssignmentsChanged, InstanceChanged, InstanceRemoved } from './instances.events.js';
export { InstancesModule } from './instances.module.js';
export { INSTANCE_DEPENDENTS, type InstanceDependent } from './instances.ports.js';
export { AccountProvisioning } from './provisioning/account-provisioning.js';
export { InstanceDirectory } from './registry/instance-directory.js';
