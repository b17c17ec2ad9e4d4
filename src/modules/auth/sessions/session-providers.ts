import { LastSeenService } from './last-seen.service.js';
import { RefreshChainService } from './refresh-chain.service.js';
import { RefreshTokenTextService } from './refresh-token-text.service.js';
import { SessionIssuerService } from './session-issuer.service.js';
import { AccessTokenService } from './access-token.service.js';
import { SessionPassportService } from './session-passport.service.js';
import { SessionRefreshService } from './session-refresh.service.js';
import { OwnDevicesService } from './own-devices.service.js';
import { SignedInDevicesService } from './signed-in-devices.service.js';
import { SocketSessionService } from './socket-session.service.js';
import { TokenPurgeJob } from './token-purge.job.js';

/** The injectable classes of this folder, for the module file. */
export const sessionProviders = [
  SessionPassportService,
  AccessTokenService,
  SessionIssuerService,
  SessionRefreshService,
  RefreshChainService,
  RefreshTokenTextService,
  SocketSessionService,
  SignedInDevicesService,
  OwnDevicesService,
  LastSeenService,
  TokenPurgeJob,
];
