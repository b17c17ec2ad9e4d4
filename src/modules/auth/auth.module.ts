import { Module } from '@nestjs/common';
import { InstancesModule } from '../instances/instances.public.js';
import { MediaAccountsModule } from '../media-accounts/media-accounts.public.js';
import { MediaFilesModule } from '../media-files/media-files.public.js';
import { SettingsModule } from '../settings/settings.public.js';
import { UsersModule } from '../users/users.public.js';
import { passkeyProviders } from './passkeys/passkey-providers.js';
import { hubProviders } from './hub/hub-providers.js';
import { oidcProviders } from './oidc/oidc-providers.js';
import { SocketSessionService } from './sessions/socket-session.service.js';
import { sessionProviders } from './sessions/session-providers.js';
import { connectLinkProviders } from './connect-links/connect-link-providers.js';
import { AccountRightsService } from './accounts/account-rights.service.js';
import { AccountListService } from './accounts/account-list.service.js';
import { ProfileService } from './accounts/profile.service.js';
import { AttemptsService } from './attempts/attempts.service.js';
import { ClientAuthorizationService } from './attempts/client-authorization.service.js';
import { ExternalAccountsService } from './external/external-accounts.service.js';
import { AccessGuard } from './guards/access.guard.js';
import { RateLimitGuard } from './guards/rate-limit.guard.js';
import { AppLinksController } from './http/app-links.controller.js';
import { HubAuthController } from './http/hub-auth.controller.js';
import { HubSignInController } from './http/hub-sign-in.controller.js';
import { OidcAdminController } from './http/oidc-admin.controller.js';
import { OidcBrowserController } from './http/oidc-browser.controller.js';
import { OidcSignInController } from './http/oidc-sign-in.controller.js';
import { OwnAccountController } from './http/own-account.controller.js';
import { OwnDevicesController } from './http/own-devices.controller.js';
import { OwnPasskeysController } from './http/own-passkeys.controller.js';
import { PasskeyPagesController } from './http/passkey-pages.controller.js';
import { PasskeySignInController } from './http/passkey-sign-in.controller.js';
import { PeopleController } from './http/people.controller.js';
import { SessionController } from './http/session.controller.js';
import { SignInController } from './http/sign-in.controller.js';
import { UsersController } from './http/users.controller.js';
import { OwnOriginService } from './own-origin/own-origin.service.js';
import { WebSessionController } from './http/web-session.controller.js';
import { PasswordChangeService } from './passwords/password-change.service.js';
import { PasswordsService } from './passwords/passwords.service.js';
import { RateLimitService } from './rate-limit/rate-limit.service.js';
import { FirstRunService } from './setup/first-run.service.js';
import { SetupCodeService } from './setup/setup-code.service.js';
import { SetupStateService } from './setup/setup-state.service.js';
import { PasswordSignInService } from './sign-in/password-sign-in.service.js';
import { webSessionProviders } from './web-session/web-session-providers.js';
import { LocalMethodsService } from './sso-only/local-methods.service.js';
import { SsoOnlyService } from './sso-only/sso-only.service.js';

/** Sign-in and sessions, the account routes that need them, and the guards of every route. */
@Module({
  imports: [SettingsModule, UsersModule, InstancesModule, MediaFilesModule, MediaAccountsModule],
  controllers: [
    SignInController,
    SessionController,
    WebSessionController,
    OwnAccountController,
    OwnDevicesController,
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
    AccessGuard,
    RateLimitGuard,
    RateLimitService,
    OwnOriginService,
    ...sessionProviders,
    ...webSessionProviders,
    SetupStateService,
    SetupCodeService,
    FirstRunService,
    PasswordsService,
    PasswordSignInService,
    PasswordChangeService,
    ...passkeyProviders,
    ...connectLinkProviders,
    ProfileService,
    ...hubProviders,
    AccountListService,
    AccountRightsService,
    SsoOnlyService,
    LocalMethodsService,
    AttemptsService,
    ClientAuthorizationService,
    ExternalAccountsService,
    ...oidcProviders,
  ],
  exports: [AccessGuard, RateLimitGuard, OwnOriginService, SocketSessionService, SetupCodeService],
})
export class AuthModule {}
