import { Body, Controller, Delete, Get } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, Public, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { DenyKids, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { OidcAttemptsService } from '../oidc/oidc-attempts.service.js';
import { OidcExchangeService } from '../oidc/oidc-exchange.service.js';
import { OidcIdentitiesService } from '../oidc/oidc-identities.service.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { AttemptBody, ExchangeBody, startOf } from './attempt.body.js';
import { ClientAuthorizationBody, oauthParametersOf } from './client-authorization.body.js';
import { invitationOf, OidcAttemptBody, OidcIssuerBody } from './oidc.body.js';
import {
  type BegunOidcView,
  begunOidcView,
  type OidcExchangeView,
  oidcExchangeView,
  type OidcIdentitiesView,
  oidcIdentitiesView,
} from './oidc.view.js';

/** Source: doc 3 section 0, body caps. */
const MOST_BYTES = 32 * 1024;

const OFF = 'Single sign-on is switched off.';
const NO_ADDRESS = 'There is no external address, or the settings or the storage can not be read.';

/** Sign-in by an OpenID provider, as apps call it. Source: doc 1 section 4 External OIDC, doc 3 section 12.2. */
@Controller('api/auth/oidc')
export class OidcSignInController {
  constructor(
    private readonly attempts: OidcAttemptsService,
    private readonly exchanges: OidcExchangeService,
    private readonly identities: OidcIdentitiesService,
  ) {}

  /** Begin a single sign-on. The person goes on in a browser, at the address that is answered. */
  @Public()
  @RateLimited('auth')
  @Post('begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: NO_ADDRESS })
  async begin(@Body() body: OidcAttemptBody, @ClientKey() holder: string): Promise<BegunOidcView> {
    const purpose = { kind: 'sign-in', invitation: invitationOf(body) } as const;
    return begunOidcView(await this.attempts.begin(startOf(body, holder), purpose));
  }

  /** Exchange the code that the browser has brought back. It can be used once, within a minute. */
  @Public()
  @RateLimited('auth')
  @Post('exchange')
  @BodyLimit(MOST_BYTES)
  @Answers({
    403: 'The person is not let in; the code and the text say why.',
    409: 'Another account is linked already.',
    503: 'The provider or the storage can not be used for now. Try again shortly.',
  })
  async exchange(@Body() { flow, code, verifier }: ExchangeBody): Promise<OidcExchangeView> {
    return oidcExchangeView(await this.exchanges.exchange({ flow, code, verifier }));
  }

  /** Begin a single sign-on of somebody who is about to authorize a client. */
  @Public()
  @RateLimited('oauth')
  @Post('mcp/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: NO_ADDRESS })
  async beginAuthorization(@Body() body: ClientAuthorizationBody, @ClientKey() holder: string): Promise<BegunOidcView> {
    return begunOidcView(await this.attempts.authorize(startOf(body, holder), oauthParametersOf(body)));
  }

  /** Begin to link the caller's account to a person at the provider. */
  @SignedIn()
  @KidsUnlimited()
  @Post('link')
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

  /** List who the caller is at OpenID providers. */
  @SignedIn()
  @KidsUnlimited()
  @Get('identities')
  @Answers({ 404: 'The account was deleted.' })
  async own(@CurrentCaller() { userId }: Caller): Promise<OidcIdentitiesView> {
    return oidcIdentitiesView(await this.identities.of(userId));
  }

  /** Disconnect the caller's account from an issuer, which a kids account may not. What has signed in by it is signed out. */
  @SignedIn()
  @DenyKids()
  @Delete('identities')
  @BodyLimit(MOST_BYTES)
  @Answers({ 404: 'The account was deleted.', 409: 'Nothing else would let the account in.' })
  async unlinkOwn(
    @Body() { issuer }: OidcIssuerBody,
    @CurrentCaller() caller: Caller,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOwn(caller, issuer);
    return { status: 'unlinked' };
  }
}
