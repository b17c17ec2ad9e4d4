export { AuthModule } from './auth.module.js';
export { COMPAT_KEY_JUDGE, type CompatKeyJudge } from './auth.ports.js';
export { NobodyOfThisName, RecoveryLinks, type RecoveryLink } from './connect-links/recovery-links.js';
export { AccessGuard } from './guards/access.guard.js';
export { OwnOriginService } from './own-origin/own-origin.service.js';
export { tooManyRequests } from './auth.errors.js';
export { RATE_LIMIT_BUDGETS, RateLimitGuard } from './rate-limit/rate-limit.guard.js';
export { AccessTokenService } from './sessions/access-token.service.js';
export { FirstRunService } from './setup/first-run.service.js';
