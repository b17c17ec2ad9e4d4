import {
  UserContentPolicyRow,
  DeviceRow,
  HubIdentityRow,
  KnownIdentityRow,
  OidcIdentityRow,
  UserRow,
} from './tables/people.entity.js';
import {
  AccessTokenRow,
  RefreshTokenRow,
  ConnectTokenRow,
  PasskeySetupTokenRow,
  WebauthnCredentialRow,
} from './tables/sign-in.entity.js';

/** The tables of this module. */
export const usersEntities = [
  UserRow,
  DeviceRow,
  RefreshTokenRow,
  AccessTokenRow,
  ConnectTokenRow,
  UserContentPolicyRow,
  OidcIdentityRow,
  HubIdentityRow,
  KnownIdentityRow,
  WebauthnCredentialRow,
  PasskeySetupTokenRow,
] as const;
