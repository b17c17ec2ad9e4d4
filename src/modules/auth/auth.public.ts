export { AuthModule } from './auth.module.js';
export { KidsDenyGuard } from './guards/kids-deny.guard.js';
export { PermissionGuard } from './guards/permission.guard.js';
export { RateLimitGuard } from './guards/rate-limit.guard.js';
export { SessionGuard } from './guards/session.guard.js';
export { RATE_LIMIT_BUDGETS } from './rate-limit/rate-limit-budgets.js';
export { SetupCode } from './setup/setup-code.js';
export { SetupState } from './setup/setup-state.js';
