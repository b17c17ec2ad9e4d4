import { UserRow } from './accounts/user.entity.js';
import { ConnectTokenRow } from './connect-links/connect-token.entity.js';
import { UserContentPolicyRow } from './content-policies/content-policy.entity.js';
import { DeviceRow } from './devices/device.entity.js';
import { AccessTokenRow } from './sessions/access-token.entity.js';
import { RefreshTokenRow } from './sessions/refresh-token.entity.js';

/** The tables of this module. */
export const usersEntities = [
  UserRow,
  DeviceRow,
  RefreshTokenRow,
  AccessTokenRow,
  ConnectTokenRow,
  UserContentPolicyRow,
] as const;
