import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { MediaAccountsModule } from '../media-accounts/media-accounts.public.js';
import { MediaFilesModule } from '../media-files/media-files.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { AccountsService } from './accounts/accounts.service.js';
import { ProfileService } from './accounts/profile.service.js';
import { AttemptsService } from './attempts/attempts.service.js';
import { ClientAuthorizationService } from './attempts/client-authorization.service.js';
import { ConnectTokenService } from './connect-links/connect-token.service.js';
import { InvitationsService } from './connect-links/invitations.service.js';
import { LinkRedemptionService } from './connect-links/link-redemption.service.js';
import { ExternalAccountsService } from './external/external-accounts.service.js';
import { AccessGuard } from './guards/access.guard.js';
import { AppLinksController } from './http/app-links.controller.js';
import { HubController } from './http/hub.controller.js';
import { OidcController } from './http/oidc.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { PasskeyPagesController } from './http/passkey-pages.controller.js';
import { PasskeysController } from './http/passkeys.controller.js';
import { PeopleController } from './http/people.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { WebSessionController } from './http/web-session.controller.js';
import { HubAdmissionService } from './hub/hub-admission.service.js';
import { HubAttemptsService } from './hub/hub-attempts.service.js';
import { HubAuthService } from './hub/hub-auth.service.js';
import { HubExchangeService } from './hub/hub-exchange.service.js';
import { HubIdentitiesService } from './hub/hub-identities.service.js';
import { OidcAdmissionService } from './oidc/oidc-admission.service.js';
import { OidcAttemptsService } from './oidc/oidc-attempts.service.js';
import { OidcConfigRepository } from './oidc/oidc-config.repository.js';
import { OidcConfigurationService } from './oidc/oidc-configuration.service.js';
import { OidcExchangeService } from './oidc/oidc-exchange.service.js';
import { OidcIdentitiesService } from './oidc/oidc-identities.service.js';
import { OidcProvidersService } from './oidc/oidc-providers.service.js';
import { OidcTrialsService } from './oidc/oidc-trials.service.js';
import { OwnOriginService } from './own-origin/own-origin.service.js';
import { CeremoniesService } from './passkeys/ceremonies.service.js';
import { PasskeySignInService } from './passkeys/passkey-sign-in.service.js';
import { PasskeysService } from './passkeys/passkeys.service.js';
import { PasswordChangeService } from './passwords/password-change.service.js';
import { PasswordSignInService } from './passwords/password-sign-in.service.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RateLimitGuard } from './rate-limit/rate-limit.guard.js';
import { AccessTokenService } from './sessions/access-token.service.js';
import { LastSeenService } from './sessions/last-seen.service.js';
import { RefreshTokensService } from './sessions/refresh-tokens.service.js';
import { SessionIssuerService } from './sessions/session-issuer.service.js';
import { SessionRefreshService } from './sessions/session-refresh.service.js';
import { SignedInDevicesService } from './sessions/signed-in-devices.service.js';
import { TokenPurgeJob } from './sessions/token-purge.job.js';
import { FirstRunService } from './setup/first-run.service.js';
import { SsoOnlyService } from './sso-only/sso-only.service.js';
import { BrowserCookiesService } from './web-session/browser-cookies.service.js';
import { WebSessionService } from './web-session/web-session.service.js';

@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, MediaFilesModule, MediaAccountsModule],
  controllers: [
    SignInController,
    WebSessionController,
    OwnAccountController,
    PasskeysController,
    PasskeyPagesController,
    PeopleController,
    AppLinksController,
    HubController,
    OidcController,
  ],
  providers: [
    AccessGuard,
    RateLimitGuard,
    OwnOriginService,
    AccessTokenService,
    SessionIssuerService,
    SessionRefreshService,
    RefreshTokensService,
    SignedInDevicesService,
    LastSeenService,
    TokenPurgeJob,
    BrowserCookiesService,
    WebSessionService,
    FirstRunService,
    PasswordsService,
    PasswordSignInService,
    PasswordChangeService,
    CeremoniesService,
    PasskeysService,
    PasskeySignInService,
    ConnectTokenService,
    InvitationsService,
    LinkRedemptionService,
    ProfileService,
    AccountsService,
    SsoOnlyService,
    AttemptsService,
    ClientAuthorizationService,
    ExternalAccountsService,
    HubAuthService,
    HubAttemptsService,
    HubExchangeService,
    HubAdmissionService,
    HubIdentitiesService,
    OidcConfigRepository,
    OidcConfigurationService,
    OidcProvidersService,
    OidcAttemptsService,
    OidcExchangeService,
    OidcAdmissionService,
    OidcIdentitiesService,
    OidcTrialsService,
  ],
  exports: [AccessGuard, RateLimitGuard, OwnOriginService, AccessTokenService, FirstRunService],
})
export class AuthModule {}
