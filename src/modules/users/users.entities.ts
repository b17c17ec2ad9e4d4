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
