export { HubInvitationsService } from './accounts/hub-invitations.service.js';
export { HubEventsRepository, type NotedHubEvent } from './accounts/hub-events.repository.js';
export { HubAddressShared, HubInviteSent, type InviteState } from './media-accounts.events.js';
export { MediaAccountsModule } from './media-accounts.module.js';
export {
  PERSON_ADMISSION,
  type AdmittedPerson,
  type PersonAdmission,
  type PersonToAdmit,
} from './media-accounts.ports.js';
export { type LinkedIdentities, NO_IDENTITIES, LinkedIdentitiesService } from './overview/linked-identities.service.js';
