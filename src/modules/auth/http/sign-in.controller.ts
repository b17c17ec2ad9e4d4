import { Body, Controller, Get, HttpCode, Req, UseInterceptors } from '@nestjs/common';
import type { Request } from 'express';
import { Public, RateLimited } from '../../../core/access/access.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import { optional } from '../../../core/http/view-members.js';
import { Secret } from '../../../core/secrets/secret.js';
import { LinkRedemptionService } from '../connect-links/link-redemption.service.js';
import { HubAuthService } from '../hub/hub-auth.service.js';
import { OidcConfigurationService } from '../oidc/oidc-configuration.service.js';
import { isSecureContext, nativePasskeys, reachedBy } from '../passkeys/relying-party.js';
import { PasswordSignInService } from '../passwords/password-sign-in.service.js';
import { CountRefusalsInterceptor } from '../rate-limit/count-refusals.interceptor.js';
import { SessionRefreshService } from '../sessions/session-refresh.service.js';
import { FirstRunService } from '../setup/first-run.service.js';
import { SSO_CONTINUATION, type SsoContinuation, type TokenResponse, tokenResponse } from './account.view.js';
import { ConnectBody, deviceOf, LoginBody, RefreshBody, SetupBody } from './sign-in.body.js';

/** The answer of GET /api/auth/status. What is switched off is left out. */
export interface StatusView {
  readonly needs_setup: boolean;
  /** The first account is made without a setup code. Left out where one is asked for, and once there is an account. */
  readonly setup_code_off?: true;
  readonly webauthn_available: boolean;
  readonly native_passkeys: {
    readonly apple_configured: boolean;
    readonly android_configured: boolean;
    readonly windows_origin_trusted: boolean;
  };
  /** Left out where nobody signs in by Plex. */
  readonly hub_available?: true;
  /** Left out where nobody signs in by single sign-on. */
  readonly sso_available?: true;
  /** What the button says. */
  readonly sso_provider?: string;
  /** Members sign in by single sign-on alone. */
  readonly sso_only?: true;
  /** Where the browser starts and ends: the external address. */
  readonly sso_origin?: string;
  /** Why single sign-on doesn't work. */
  readonly sso_error?: string;
}

/** The ways to a session, and what a client must know before. */
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly firstRun: FirstRunService,
    private readonly passwords: PasswordSignInService,
    private readonly sessions: SessionRefreshService,
    private readonly links: LinkRedemptionService,
    private readonly hubAuth: HubAuthService,
    private readonly sso: OidcConfigurationService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get what a client must know before anybody signs in. */
  @Public()
  @Get('status')
  @Answers({ 503: 'The storage can not be used for now. Try again shortly.' })
  async status(@Req() request: Request): Promise<StatusView> {
    const reached = reachedBy(request);
    const needsSetup = !(await this.firstRun.isComplete());
    const { apple, android, windows } = nativePasskeys(reached, this.settings);
    const { enabled } = await this.hubAuth.current();
    const { available, provider, only, origin, error } = await this.sso.status();
    return {
      needs_setup: needsSetup,
      ...(needsSetup && this.firstRun.isCodeOff && { setup_code_off: true }),
      webauthn_available: isSecureContext(reached),
      native_passkeys: { apple_configured: apple, android_configured: android, windows_origin_trusted: windows },
      ...(enabled && { hub_available: true }),
      ...optional('sso_available', available),
      ...optional('sso_provider', provider),
      ...optional('sso_only', only),
      ...optional('sso_origin', origin),
      ...optional('sso_error', error),
    };
  }

  /** Create the first administrator, with the setup code that the server printed when it started. */
  @Public()
  @RateLimited('auth')
  @HttpCode(201)
  @Post('setup')
  @Answers({
    403: 'The setup code is missing or another one.',
    409: 'There is a first administrator already.',
    503: 'The storage can not be used for now. Try again shortly.',
  })
  async setUp(@Body() body: SetupBody): Promise<TokenResponse> {
    const password = Secret.of(body.password);
    const visitor = { username: body.username, password, setupCode: body.setup_code ?? '', device: deviceOf(body) };
    return tokenResponse(await this.firstRun.setUp(visitor));
  }

  /** Sign in with a user name and a password. */
  @Public()
  @RateLimited('auth')
  @Post('login')
  @Answers({
    401: 'The password is wrong, or there is no such account: the answer does not say which.',
    403: 'Single sign-on is required, and the account is no administrator.',
    503: 'The storage can not be used for now. Try again shortly.',
  })
  async logIn(@Body() body: LoginBody): Promise<TokenResponse> {
    const attempt = { username: body.username, password: Secret.of(body.password), device: deviceOf(body) };
    return tokenResponse(await this.passwords.signIn(attempt));
  }

  /** Exchange a refresh token for a new pair of tokens. A token that was used before ends the session. */
  @Public()
  @RateLimited('refused-refresh')
  @UseInterceptors(CountRefusalsInterceptor)
  @Post('refresh')
  @Answers({
    401: 'The refresh token is unknown, has run out or was used before: sign in anew.',
    503: 'The storage can not be used for now. Try again shortly.',
  })
  async refresh(@Body() body: RefreshBody): Promise<TokenResponse> {
    return tokenResponse(await this.sessions.refresh(body.refresh_token));
  }

  /**
   * Sign in with the token of an invitation, which can be used once. While single sign-on is required the answer names the
   * route that begins it, and the invitation stays unused.
   */
  @Public()
  @RateLimited('auth')
  @Post('connect')
  @Answers({ 503: 'The storage can not be used for now. Try again shortly.' })
  async connect(@Body() body: ConnectBody): Promise<TokenResponse | SsoContinuation> {
    const session = await this.links.redeem(Secret.of(body.token), deviceOf(body));
    return session ? tokenResponse(session) : SSO_CONTINUATION;
  }
}
