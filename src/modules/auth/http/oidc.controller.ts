import { Body, Controller, Delete, Get, Param, Put, Query, Req, UseFilters } from '@nestjs/common';
import type { Request } from 'express';
import { AdminOnly, BodyLimit, Public, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { DenyKids, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import { OidcAttemptsService } from '../oidc/oidc-attempts.service.js';
import { OidcConfigurationService } from '../oidc/oidc-configuration.service.js';
import { OidcExchangeService } from '../oidc/oidc-exchange.service.js';
import { OidcIdentitiesService } from '../oidc/oidc-identities.service.js';
import { OidcTrialsService } from '../oidc/oidc-trials.service.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { AttemptBody, ClientAuthorizationBody, ExchangeBody, oauthParametersOf, startOf } from './attempt.body.js';
import {
  type BegunOidcView,
  begunOidcView,
  browserStep,
  invitationOf,
  OidcAttemptBody,
  OidcConfigBody,
  oidcConfigOf,
  type OidcConfigView,
  oidcConfigView,
  oidcExchangeView,
  type OidcExchangeView,
  type OidcIdentitiesView,
  oidcIdentitiesView,
  OidcIssuerBody,
  type ValidatedView,
  validatedView,
} from './oidc.view.js';
import { RefusalPageFilter } from './refusal-page.filter.js';

interface StartQuery {
  /** What the begin route answered. */
  readonly flow: string;
}

const MOST_BYTES = 32 * 1024;

const OFF = 'Single sign-on is switched off.';
const NO_ADDRESS = 'There is no external address, or the settings or the storage can not be read.';

const userIdOf = new IntIdPipe('user', 'user ID');

/** Sign-in by an OpenID provider, for apps, browsers and administrators. Browsers are refused by pages. */
@Controller('api')
export class OidcController {
  constructor(
    private readonly attempts: OidcAttemptsService,
    private readonly exchanges: OidcExchangeService,
    private readonly identities: OidcIdentitiesService,
    private readonly configuration: OidcConfigurationService,
    private readonly trials: OidcTrialsService,
  ) {}

  /** Begin a single sign-on. The person goes on in a browser, at the address that is answered. */
  @Public()
  @RateLimited('auth')
  @Post('auth/oidc/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: NO_ADDRESS })
  async begin(@Body() body: OidcAttemptBody, @ClientKey() holder: string): Promise<BegunOidcView> {
    const purpose = { kind: 'sign-in', invitation: invitationOf(body) } as const;
    return begunOidcView(await this.attempts.begin(startOf(body, holder), purpose));
  }

  /** Begin a single sign-on of somebody who is about to authorize a client. */
  @Public()
  @RateLimited('oauth')
  @Post('auth/oidc/mcp/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: NO_ADDRESS })
  async beginAuthorization(@Body() body: ClientAuthorizationBody, @ClientKey() holder: string): Promise<BegunOidcView> {
    return begunOidcView(await this.attempts.authorize(startOf(body, holder), oauthParametersOf(body)));
  }

  /** Begin to link the caller's account to a person at the provider. */
  @SignedIn()
  @KidsUnlimited()
  @Post('auth/oidc/link')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: NO_ADDRESS })
  async link(
    @Body() body: AttemptBody,
    @ClientKey() holder: string,
    @CurrentCaller() { userId, deviceId }: Caller,
  ): Promise<BegunOidcView> {
    const purpose = { kind: 'link', session: { userId, deviceId } } as const;
    return begunOidcView(await this.attempts.begin(startOf(body, holder), purpose));
  }

  /**
   * Let a browser begin at the provider, once for each flow, with a cookie that holds the flow to it. A flow that is known
   * counts against a budget of ten a minute of the client that has begun it.
   */
  @Public()
  @UseFilters(RefusalPageFilter)
  @RateLimited('oidc-start')
  @Get('auth/oidc/start')
  @Relays('The way to the provider, or back to the app where it does not answer; a page where the flow is unknown.')
  async start(@Query() { flow }: UnvalidatedQuery<StartQuery>): Promise<RawAnswer> {
    return browserStep(await this.attempts.start(typeof flow === 'string' ? flow : ''));
  }

  /** Receive a browser back from the provider and let it go on to the app, with a code for the exchange. */
  @Public()
  @UseFilters(RefusalPageFilter)
  @Get('auth/oidc/callback')
  @Relays('The way back to the app; a page where state or cookie are unknown.')
  async callback(@Req() request: Request): Promise<RawAnswer> {
    const [, query = ''] = request.originalUrl.split(/\?(.*)/s);
    return browserStep(await this.attempts.takeBack({ query, cookies: request.headers.cookie }));
  }

  /** Exchange the code that the browser has brought back. It can be used once, within a minute. */
  @Public()
  @RateLimited('auth')
  @Post('auth/oidc/exchange')
  @BodyLimit(MOST_BYTES)
  @Answers({
    403: 'The person is not let in; the code and the text say why.',
    409: 'Another account is linked already.',
    503: 'The provider or the storage can not be used for now. Try again shortly.',
  })
  async exchange(@Body() { flow, code, verifier }: ExchangeBody): Promise<OidcExchangeView> {
    return oidcExchangeView(await this.exchanges.exchange({ flow, code, verifier }));
  }

  /** List who the caller is at OpenID providers. */
  @SignedIn()
  @KidsUnlimited()
  @Get('auth/oidc/identities')
  @Answers({ 404: 'The account was deleted.' })
  async own(@CurrentCaller() { userId }: Caller): Promise<OidcIdentitiesView> {
    return oidcIdentitiesView(await this.identities.of(userId));
  }

  /** Disconnect the caller's account from an issuer, which a kids account may not. What has signed in by it is signed out. */
  @SignedIn()
  @DenyKids()
  @Delete('auth/oidc/identities')
  @BodyLimit(MOST_BYTES)
  @Answers({ 404: 'The account was deleted.', 409: 'Nothing else would let the account in.' })
  async unlinkOwn(
    @Body() { issuer }: OidcIssuerBody,
    @CurrentCaller() caller: Caller,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOwn(caller, issuer);
    return { status: 'unlinked' };
  }

  /** Get how single sign-on is set up, and the address that the provider must allow. */
  @AdminOnly('users:manage')
  @Get('admin/oidc')
  @Answers({ 503: 'The settings can not be read.' })
  async read(): Promise<OidcConfigView> {
    return oidcConfigView(await this.configuration.get());
  }

  /**
   * Change how single sign-on is set up. What is left out takes its default, but the secret stays; every sign-in that has
   * begun ends. `sso_only` needs a test of the same settings first, and signs members out who came by another way.
   */
  @AdminOnly('users:manage')
  @Put('admin/oidc')
  @BodyLimit(MOST_BYTES)
  @Answers({
    503: 'There is no external address, or the settings can not be read.',
  })
  async save(
    @Body() body: OidcConfigBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<OidcConfigView> {
    return oidcConfigView(await this.configuration.save(admin, oidcConfigOf(body)));
  }

  /** Check whether the provider answers as the saved settings say. */
  @AdminOnly('users:manage')
  @Post('admin/oidc/validate')
  @Answers({ 400: 'Nothing is saved, or the provider has another name.', 503: 'The text names the step that failed.' })
  async validate(): Promise<ValidatedView> {
    return validatedView(await this.trials.validate());
  }

  /** Begin a sign-in that changes no account, to try the saved settings. It works while single sign-on is switched off. */
  @AdminOnly('users:manage')
  @Post('admin/oidc/test')
  @BodyLimit(MOST_BYTES)
  @Answers({ 503: 'There is no external address, or the settings can not be read.' })
  async test(
    @Body() body: AttemptBody,
    @ClientKey() holder: string,
    @CurrentAdministrator() administrator: ActingAdministrator,
  ): Promise<BegunOidcView> {
    return begunOidcView(await this.attempts.begin(startOf(body, holder), { kind: 'test', administrator }));
  }

  /** List who an account is at OpenID providers. */
  @AdminOnly('users:manage')
  @Get('admin/users/:userID/oidc')
  @Answers({ 404: 'There is no such account.' })
  async identitiesOf(@Param('userID', userIdOf) userId: number): Promise<OidcIdentitiesView> {
    return oidcIdentitiesView(await this.identities.of(userId));
  }

  /** Disconnect an account from an issuer. What has signed in by it is signed out. */
  @AdminOnly('users:manage')
  @Delete('admin/users/:userID/oidc')
  @BodyLimit(MOST_BYTES)
  @Answers({ 404: 'There is no such account.', 409: 'Nothing else would let your own account in.' })
  async unlink(
    @Param('userID', userIdOf) userId: number,
    @Body() { issuer }: OidcIssuerBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOther(admin, userId, issuer);
    return { status: 'unlinked' };
  }
}
