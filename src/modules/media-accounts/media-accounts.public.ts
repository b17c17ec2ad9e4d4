export { HubInvitationsService } from './accounts/hub-invitations.service.js';
export type { InviteState } from './hub-events/invite-state.js';
export { HubEventsRepository, type NotedHubEvent } from './hub-events/hub-events.repository.js';
export { HubAddressShared, HubInviteSent } from './media-accounts.events.js';
export { MediaAccountsModule } from './media-accounts.module.js';
export {
  PERSON_ADMISSION,
  type AdmittedPerson,
  type PersonAdmission,
  type PersonToAdmit,
} from './media-accounts.ports.js';
export { type LinkedIdentities, NO_IDENTITIES } from './overview/linked-identities.js';
export { LinkedIdentitiesService } from './overview/linked-identities.service.js';
