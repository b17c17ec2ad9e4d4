export type { InviteState } from './hub/invite-state.js';
export { HubAddressShared, HubInviteSent } from './media-accounts.events.js';
export { MediaAccountsModule } from './media-accounts.module.js';
