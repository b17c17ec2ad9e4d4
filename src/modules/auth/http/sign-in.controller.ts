import { Body, Controller, HttpCode, UseInterceptors } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { Public, RateLimited } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Secret } from '../../../core/secrets/secret.js';
import { LinkRedemptionService } from '../connect-links/link-redemption.service.js';
import { CountRefusalsInterceptor } from '../rate-limit/count-refusals.interceptor.js';
import { SessionRefreshService } from '../sessions/session-refresh.service.js';
import { FirstRunService } from '../setup/first-run.service.js';
import { PasswordSignInService } from '../sign-in/password-sign-in.service.js';
import { SSO_CONTINUATION, type SsoContinuation, tokenResponse, type TokenResponse } from './account.view.js';
import { ConnectBody, deviceOf, LoginBody, RefreshBody, SetupBody } from './sign-in.body.js';

/** The ways to a session. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class SignInController {
  constructor(
    private readonly firstRun: FirstRunService,
    private readonly passwords: PasswordSignInService,
    private readonly sessions: SessionRefreshService,
    private readonly links: LinkRedemptionService,
  ) {}

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
