export { LONGEST_NAME, maySignInByPasskey, maySignInByPassword, type Account } from './account.js';
export { Accounts, type AccountWithPassword, type NewAccount, type SignInMethods } from './accounts/accounts.js';
export { ConnectTokens, type ConnectFacts, type LinkIssuer, type PendingLink } from './connect-links/connect-tokens.js';
export { ContentPolicies, type ContentCaps, type ContentPolicy } from './content-policies/content-policies.js';
export { Devices, type DeviceClaim, type ListedDevice } from './devices/devices.js';
export { Sessions, type AccessFacts, type DeviceOwner, type NewToken, type RefreshFacts } from './sessions/sessions.js';
export {
  AccountChanged,
  AccountRemoved,
  ContentPolicyChanged,
  DeviceRevoked,
  HubEmailChanged,
} from './users.events.js';
export { UsersModule } from './users.module.js';
export { ACCOUNT_DEMOTION, ACCOUNT_REMOVAL, type AccountDemotion, type AccountRemoval } from './users.ports.js';
