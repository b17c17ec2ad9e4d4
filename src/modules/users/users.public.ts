export { LONGEST_NAME, maySignInByPasskey, maySignInByPassword, type Account } from './account.js';
export type { ListedAccount } from './accounts/listed-account.js';
export {
  AccountsRepository,
  type AccountWithPassword,
  type NewAccount,
  type SignInMethods,
} from './accounts/accounts.repository.js';
export {
  ConnectTokensRepository,
  type ConnectFacts,
  type LinkIssuer,
  type PendingLink,
} from './connect-links/connect-tokens.repository.js';
export {
  ContentPoliciesRepository,
  type ContentCaps,
  type ContentPolicy,
} from './content-policies/content-policies.repository.js';
export {
  DevicesRepository,
  type DeviceClaim,
  type ExternalOrigin,
  type ListedDevice,
  type UnrevokedDevice,
} from './devices/devices.repository.js';
export {
  HubIdentitiesRepository,
  type HubIdentity,
  hubSubject,
  KnownIdentitiesRepository,
  mediaIdentity,
  OidcIdentitiesRepository,
  type OidcIdentity,
  type OidcSubject,
} from './external-identities/external-identities.repository.js';
export {
  PasskeysRepository,
  type Passkey,
  type PasskeySetupToken,
  type PasskeyUse,
} from './passkeys/passkeys.repository.js';
export {
  SessionsRepository,
  type DeviceOwner,
  type NewToken,
  type RefreshFacts,
  type TokenHolder,
} from './sessions/sessions.repository.js';
export {
  AccountChanged,
  AccountRemoved,
  ContentPolicyChanged,
  DeviceRevoked,
  publishRevoked,
  HubEmailChanged,
} from './users.events.js';
export { UsersModule } from './users.module.js';
export {
  ACCOUNT_DEMOTION,
  ACCOUNT_REMOVAL,
  DEVICE_END,
  type AccountDemotion,
  type AccountRemoval,
  type DeviceEnd,
} from './users.ports.js';
