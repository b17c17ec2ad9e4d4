import { AccessTokenRow, RefreshTokenRow } from './tables/session-tokens.entity.js';
import { ConnectTokenRow } from './tables/connect-token.entity.js';
import { UserContentPolicyRow } from './tables/content-policy.entity.js';
import { DeviceRow } from './tables/device.entity.js';
import { HubIdentityRow, KnownIdentityRow, OidcIdentityRow } from './tables/external-identity.entity.js';
import { PasskeySetupTokenRow, WebauthnCredentialRow } from './tables/passkey.entity.js';
import { UserRow } from './tables/user.entity.js';

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
