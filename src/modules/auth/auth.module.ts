import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccountRightsService } from './accounts/account-rights.service.js';
import { AccountListService } from './accounts/account-list.service.js';
import { ProfileService } from './accounts/profile.service.js';
import { AttemptsService } from './attempts/attempts.service.js';
import { ClientAuthorizationService } from './attempts/client-authorization.service.js';
import { ConnectTokenService } from './connect-links/connect-token.service.js';
import { InvitationsService } from './connect-links/invitations.service.js';
import { PendingLinksService } from './connect-links/pending-links.service.js';
import { LinkRedemptionService } from './connect-links/link-redemption.service.js';
import { ExternalAccountsService } from './external/external-accounts.service.js';
import { SessionGuard } from './guards/session.guard.js';
import { CompatKeyGuard } from './guards/compat-key.guard.js';
import { KidsDenyGuard } from './guards/kids-deny.guard.js';
import { MetricsTokenGuard } from './guards/metrics-token.guard.js';
import { PermissionGuard } from './guards/permission.guard.js';
import { RateLimitGuard } from './guards/rate-limit.guard.js';
import { WebhookBasicGuard } from './guards/webhook-basic.guard.js';
import { HubAdmissionService } from './hub/hub-admission.service.js';
import { HubAuthService } from './hub/hub-auth.service.js';
import { HubBeginService } from './hub/hub-begin.service.js';
import { HubCandidatesService } from './hub/hub-candidates.service.js';
import { HubExchangeService } from './hub/hub-exchange.service.js';
import { HubIdentitiesService } from './hub/hub-identities.service.js';
import { HubProgressService } from './hub/hub-progress.service.js';
import { HubSessionsService } from './hub/hub-sessions.service.js';
import { HubSignUpsService } from './hub/hub-sign-ups.service.js';
import { AppLinksController } from './http/app-links.controller.js';
import { HubAuthController } from './http/hub-auth.controller.js';
import { HubSignInController } from './http/hub-sign-in.controller.js';
import { OidcAdminController } from './http/oidc-admin.controller.js';
import { OidcBrowserController } from './http/oidc-browser.controller.js';
import { OidcSignInController } from './http/oidc-sign-in.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { OwnPasskeysController } from './http/own-passkeys.controller.js';
import { PasskeyPagesController } from './http/passkey-pages.controller.js';
import { PasskeySignInController } from './http/passkey-sign-in.controller.js';
import { PeopleController } from './http/people.controller.js';
import { SessionController } from './http/session.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { UsersController } from './http/users.controller.js';
import { CeremoniesService } from './passkeys/ceremonies.service.js';
import { OwnPasskeysService } from './passkeys/own-passkeys.service.js';
import { PasskeyRegistrationService } from './passkeys/passkey-registration.service.js';
import { PasskeySetupService } from './passkeys/passkey-setup.service.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { SetupLinksService } from './passkeys/setup-links.service.js';
import { OidcAccountsService } from './oidc/oidc-accounts.service.js';
import { OidcAttemptsService } from './oidc/oidc-attempts.service.js';
import { OidcBrowserService } from './oidc/oidc-browser.service.js';
import { OidcConfigRepository } from './oidc/oidc-config.repository.js';
import { OidcConfigurationService } from './oidc/oidc-configuration.service.js';
import { OidcExchangeService } from './oidc/oidc-exchange.service.js';
import { OidcIdentitiesService } from './oidc/oidc-identities.service.js';
import { OidcLinksService } from './oidc/oidc-links.service.js';
import { OidcProvidersService } from './oidc/oidc-providers.service.js';
import { OidcResetService } from './oidc/oidc-reset.service.js';
import { OidcSignInService } from './oidc/oidc-sign-in.service.js';
import { OidcStatusService } from './oidc/oidc-status.service.js';
import { OidcTestsService } from './oidc/oidc-tests.service.js';
import { OidcValidationService } from './oidc/oidc-validation.service.js';
import { PasswordChangeService } from './passwords/password-change.service.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RateLimitService } from './rate-limit/rate-limit.service.js';
import { LastSeenService } from './sessions/last-seen.service.js';
import { RefreshChainService } from './sessions/refresh-chain.service.js';
import { SessionIssuerService } from './sessions/session-issuer.service.js';
import { AccessTokenService } from './sessions/access-token.service.js';
import { SessionPassportService } from './sessions/session-passport.service.js';
import { SessionRefreshService } from './sessions/session-refresh.service.js';
import { SignedInDevicesService } from './sessions/signed-in-devices.service.js';
import { SocketSessionService } from './sessions/socket-session.service.js';
import { TokenPurgeJob } from './sessions/token-purge.job.js';
import { FirstRunService } from './setup/first-run.service.js';
import { SetupCodeService } from './setup/setup-code.service.js';
import { SetupStateService } from './setup/setup-state.service.js';
import { PasswordSignInService } from './sign-in/password-sign-in.service.js';
import { LocalMethodsService } from './sso-only/local-methods.service.js';
import { SsoOnlyService } from './sso-only/sso-only.service.js';

/** Sign-in and sessions, the account routes that need them, and the guards of every route. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule],
  controllers: [
    SignInController,
    SessionController,
    OwnAccountController,
    PasskeySignInController,
    OwnPasskeysController,
    PasskeyPagesController,
    PeopleController,
    UsersController,
    AppLinksController,
    HubSignInController,
    HubAuthController,
    OidcSignInController,
    OidcBrowserController,
    OidcAdminController,
  ],
  providers: [
    RateLimitGuard,
    MetricsTokenGuard,
    WebhookBasicGuard,
    CompatKeyGuard,
    SessionGuard,
    PermissionGuard,
    KidsDenyGuard,
    RateLimitService,
    SessionPassportService,
    AccessTokenService,
    SessionIssuerService,
    SessionRefreshService,
    RefreshChainService,
    SocketSessionService,
    SignedInDevicesService,
    LastSeenService,
    TokenPurgeJob,
    SetupStateService,
    SetupCodeService,
    FirstRunService,
    PasswordsService,
    PasswordSignInService,
    PasswordChangeService,
    CeremoniesService,
    PasskeyRegistrationService,
    OwnPasskeysService,
    SetupLinksService,
    PasskeySetupService,
    PasskeySignInService,
    ConnectTokenService,
    InvitationsService,
    PendingLinksService,
    LinkRedemptionService,
    ProfileService,
    HubAuthService,
    HubSessionsService,
    HubBeginService,
    HubProgressService,
    HubExchangeService,
    HubAdmissionService,
    HubSignUpsService,
    HubIdentitiesService,
    HubCandidatesService,
    AccountListService,
    AccountRightsService,
    SsoOnlyService,
    LocalMethodsService,
    AttemptsService,
    ClientAuthorizationService,
    ExternalAccountsService,
    OidcAccountsService,
    OidcAttemptsService,
    OidcBrowserService,
    OidcConfigRepository,
    OidcConfigurationService,
    OidcExchangeService,
    OidcIdentitiesService,
    OidcLinksService,
    OidcProvidersService,
    OidcResetService,
    OidcSignInService,
    OidcStatusService,
    OidcTestsService,
    OidcValidationService,
  ],
  exports: [
    RateLimitGuard,
    MetricsTokenGuard,
    WebhookBasicGuard,
    CompatKeyGuard,
    SessionGuard,
    PermissionGuard,
    KidsDenyGuard,
    SocketSessionService,
    SetupCodeService,
    SetupStateService,
  ],
})
export class AuthModule {}
