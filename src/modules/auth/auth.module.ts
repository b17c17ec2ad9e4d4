import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccountDeletion } from './accounts/account-deletion.js';
import { AccountList } from './accounts/account-list.js';
import { AccountRights } from './accounts/account-rights.js';
import { HubEmail } from './accounts/hub-email.js';
import { Profile } from './accounts/profile.js';
import { ConnectTokenMint } from './connect-links/connect-token-mint.js';
import { Invitations } from './connect-links/invitations.js';
import { PendingLinks } from './connect-links/pending-links.js';
import { Redemption } from './connect-links/redemption.js';
import { ActingAdministrators } from './guards/acting-administrators.js';
import { CompatKeyGuard } from './guards/compat-key.guard.js';
import { KidsDenyGuard } from './guards/kids-deny.guard.js';
import { MetricsTokenGuard } from './guards/metrics-token.guard.js';
import { PermissionGuard } from './guards/permission.guard.js';
import { RateLimitGuard } from './guards/rate-limit.guard.js';
import { SessionGuard } from './guards/session.guard.js';
import { WebhookBasicGuard } from './guards/webhook-basic.guard.js';
import { AppLinksController } from './http/app-links.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { PeopleController } from './http/people.controller.js';
import { SessionController } from './http/session.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { UsersController } from './http/users.controller.js';
import { LinkRight } from './passwords/link-right.js';
import { PasswordChange } from './passwords/password-change.js';
import { Passwords } from './passwords/passwords.js';
import { RateLimits } from './rate-limit/rate-limits.js';
import { LastSeen } from './sessions/last-seen.js';
import { RefreshChain } from './sessions/refresh-chain.js';
import { SessionIssuer } from './sessions/session-issuer.js';
import { SessionJudge } from './sessions/session-judge.js';
import { SessionPassport } from './sessions/session-passport.js';
import { SessionRefresh } from './sessions/session-refresh.js';
import { SignedInDevices } from './sessions/signed-in-devices.js';
import { SocketSessions } from './sessions/socket-sessions.js';
import { TokenPurge } from './sessions/token-purge.js';
import { FirstRun } from './setup/first-run.js';
import { SetupCode } from './setup/setup-code.js';
import { SetupState } from './setup/setup-state.js';
import { PasswordSignIn } from './sign-in/password-sign-in.js';

/** Sign-in and sessions, the account routes that need them, and the guards of every route. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule],
  controllers: [
    SignInController,
    SessionController,
    OwnAccountController,
    PeopleController,
    UsersController,
    AppLinksController,
  ],
  providers: [
    RateLimitGuard,
    MetricsTokenGuard,
    WebhookBasicGuard,
    CompatKeyGuard,
    ActingAdministrators,
    SessionGuard,
    PermissionGuard,
    KidsDenyGuard,
    RateLimits,
    SessionPassport,
    SessionJudge,
    SessionIssuer,
    SessionRefresh,
    RefreshChain,
    SocketSessions,
    SignedInDevices,
    LastSeen,
    TokenPurge,
    SetupState,
    SetupCode,
    FirstRun,
    Passwords,
    PasswordSignIn,
    LinkRight,
    PasswordChange,
    ConnectTokenMint,
    Invitations,
    PendingLinks,
    Redemption,
    Profile,
    AccountList,
    AccountRights,
    AccountDeletion,
    HubEmail,
  ],
  exports: [
    RateLimitGuard,
    MetricsTokenGuard,
    WebhookBasicGuard,
    CompatKeyGuard,
    SessionGuard,
    PermissionGuard,
    KidsDenyGuard,
    SocketSessions,
    SetupCode,
    SetupState,
  ],
})
export class AuthModule {}
