import { Body, Controller, Delete, Get } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, Public, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { DenyKids, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { HubBeginService } from '../hub/hub-begin.service.js';
import { HubExchangeService } from '../hub/hub-exchange.service.js';
import { HubIdentitiesService } from '../hub/hub-identities.service.js';
import { HubProgressService } from '../hub/hub-progress.service.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { AttemptProofBody, ExchangeBody, startOf } from './attempt.body.js';
import { ClientAuthorizationBody, oauthParametersOf } from './client-authorization.body.js';
import { HubAttemptBody } from './hub.body.js';
import {
  attemptCheckView,
  begunAttemptView,
  hubExchangeView,
  hubIdentitiesView,
  type AttemptCheckView,
  type BegunAttemptView,
  type HubExchangeView,
  type HubIdentitiesView,
} from './hub.view.js';

/** Source: doc 3 section 0, body caps. */
const MOST_BYTES = 32 * 1024;

const OFF = 'Sign-in by Plex is switched off.';
const UNAVAILABLE = 'Plex or the storage can not be used for now. Try again shortly.';

/** Sign-in by the hub. Source: doc 1 section 4 Hub sign-in, doc 3 section 12.1. */
@Controller('api/auth/hub')
export class HubSignInController {
  constructor(
    private readonly beginning: HubBeginService,
    private readonly progress: HubProgressService,
    private readonly exchanges: HubExchangeService,
    private readonly identities: HubIdentitiesService,
  ) {}

  /** Begin to sign in by Plex. The person approves at the address that is answered. */
  @Public()
  @RateLimited('auth')
  @Post('begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async begin(@Body() body: HubAttemptBody, @ClientKey() holder: string): Promise<BegunAttemptView> {
    return begunAttemptView(await this.beginning.signIn(startOf(body, holder)));
  }

  /** Check whether the person has approved. Answers the code for the exchange once they have. */
  @Public()
  @RateLimited('hub-poll')
  @Post('check')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async check(@Body() { flow, verifier }: AttemptProofBody): Promise<AttemptCheckView> {
    return attemptCheckView(await this.progress.check(flow, verifier));
  }

  /** Exchange the code of a completed attempt for a session, a link or a consent ticket. It can be used once. */
  @Public()
  @RateLimited('auth')
  @Post('exchange')
  @BodyLimit(MOST_BYTES)
  @Answers({
    403: 'The person is not let in; the code and the text say why.',
    409: 'Another account is linked already.',
    503: UNAVAILABLE,
  })
  async exchange(@Body() { flow, code, verifier }: ExchangeBody): Promise<HubExchangeView> {
    return hubExchangeView(await this.exchanges.exchange({ flow, code, verifier }));
  }

  /** Cancel an attempt. */
  @Public()
  @RateLimited('hub-poll')
  @Post('cancel')
  @BodyLimit(MOST_BYTES)
  cancel(@Body() { flow, verifier }: AttemptProofBody): { status: 'cancelled' } {
    this.progress.cancel(flow, verifier);
    return { status: 'cancelled' };
  }

  /** Begin to sign in by Plex for a client that asks to be authorized. */
  @Public()
  @RateLimited('oauth')
  @Post('mcp/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async beginForClient(@Body() body: ClientAuthorizationBody, @ClientKey() holder: string): Promise<BegunAttemptView> {
    return begunAttemptView(await this.beginning.authorize(startOf(body, holder), oauthParametersOf(body)));
  }

  /** Begin to link the caller's account with a Plex account. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('link')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async link(
    @Body() body: HubAttemptBody,
    @CurrentCaller() caller: Caller,
    @ClientKey() holder: string,
  ): Promise<BegunAttemptView> {
    return begunAttemptView(await this.beginning.link(startOf(body, holder), caller));
  }

  /** Get the Plex account that signs the caller in. */
  @SignedIn()
  @KidsUnlimited()
  @Get('identities')
  async ownIdentities(@CurrentCaller() { userId }: Caller): Promise<HubIdentitiesView> {
    return hubIdentitiesView(await this.identities.of(userId));
  }

  /** Unlink the caller's account from Plex, which a kids account may not. Its sessions that began there end. */
  @SignedIn()
  @DenyKids()
  @Delete('identities')
  @Answers({ 409: 'Nothing would be left to sign in by.' })
  async unlinkOwn(@CurrentCaller() caller: Caller): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOwn(caller);
    return { status: 'unlinked' };
  }
}
