import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit, Public, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { DenyKids, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { HubAttemptsService } from '../hub/hub-attempts.service.js';
import { HubAuthService } from '../hub/hub-auth.service.js';
import { HubExchangeService } from '../hub/hub-exchange.service.js';
import { HubIdentitiesService } from '../hub/hub-identities.service.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { AttemptProofBody, ClientAuthorizationBody, ExchangeBody, oauthParametersOf, startOf } from './attempt.body.js';
import {
  attemptCheckView,
  type AttemptCheckView,
  begunAttemptView,
  type BegunAttemptView,
  HubAttemptBody,
  HubAuthBody,
  hubAuthView,
  type HubAuthView,
  hubCandidatesView,
  type HubCandidatesView,
  HubConfirmBody,
  hubExchangeView,
  type HubExchangeView,
  type HubIdentitiesView,
  hubIdentitiesView,
  hubMappingsOf,
} from './hub.view.js';

const MOST_BYTES = 32 * 1024;

const OFF = 'Sign-in by Plex is switched off.';
const UNAVAILABLE = 'Plex or the storage can not be used for now. Try again shortly.';

const userIdOf = new IntIdPipe('user', 'user ID');

@Controller('api')
export class HubController {
  constructor(
    private readonly hubAuth: HubAuthService,
    private readonly attempts: HubAttemptsService,
    private readonly exchanges: HubExchangeService,
    private readonly identities: HubIdentitiesService,
  ) {}

  /** Begin to sign in by Plex. The person approves at the address that is answered. */
  @Public()
  @RateLimited('auth')
  @Post('auth/hub/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async begin(@Body() body: HubAttemptBody, @ClientKey() holder: string): Promise<BegunAttemptView> {
    return begunAttemptView(await this.attempts.signIn(startOf(body, holder)));
  }

  /** Check whether the person has approved. Answers the code for the exchange once they have. */
  @Public()
  @RateLimited('hub-poll')
  @Post('auth/hub/check')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async check(@Body() { flow, verifier }: AttemptProofBody): Promise<AttemptCheckView> {
    return attemptCheckView(await this.attempts.check(flow, verifier));
  }

  /** Exchange the code of a completed attempt for a session, a link or a consent ticket. It can be used once. */
  @Public()
  @RateLimited('auth')
  @Post('auth/hub/exchange')
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
  @Post('auth/hub/cancel')
  @BodyLimit(MOST_BYTES)
  cancel(@Body() { flow, verifier }: AttemptProofBody): { status: 'cancelled' } {
    this.attempts.cancel(flow, verifier);
    return { status: 'cancelled' };
  }

  /** Begin to sign in by Plex for a client that asks to be authorized. */
  @Public()
  @RateLimited('oauth')
  @Post('auth/hub/mcp/begin')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async beginForClient(@Body() body: ClientAuthorizationBody, @ClientKey() holder: string): Promise<BegunAttemptView> {
    return begunAttemptView(await this.attempts.authorize(startOf(body, holder), oauthParametersOf(body)));
  }

  /** Begin to link the caller's account with a Plex account. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('auth/hub/link')
  @BodyLimit(MOST_BYTES)
  @Answers({ 403: OFF, 503: UNAVAILABLE })
  async link(
    @Body() body: HubAttemptBody,
    @CurrentCaller() caller: Caller,
    @ClientKey() holder: string,
  ): Promise<BegunAttemptView> {
    return begunAttemptView(await this.attempts.link(startOf(body, holder), caller));
  }

  /** Get the Plex account that signs the caller in. */
  @SignedIn()
  @KidsUnlimited()
  @Get('auth/hub/identities')
  async ownIdentities(@CurrentCaller() { userId }: Caller): Promise<HubIdentitiesView> {
    return hubIdentitiesView(await this.identities.of(userId));
  }

  /** Unlink the caller's account from Plex, which a kids account may not. Its sessions that began there end. */
  @SignedIn()
  @DenyKids()
  @Delete('auth/hub/identities')
  @Answers({ 409: 'Nothing would be left to sign in by.' })
  async unlinkOwn(@CurrentCaller() caller: Caller): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOwn(caller);
    return { status: 'unlinked' };
  }

  /** Get whether people sign in by Plex, and whether accounts are made for them. */
  @AdminOnly('users:manage')
  @Get('admin/hub-auth')
  async get(): Promise<HubAuthView> {
    return hubAuthView(await this.hubAuth.get());
  }

  /** Change sign-in by Plex. Switching it off ends the sessions that began there. */
  @AdminOnly('users:manage')
  @Put('admin/hub-auth')
  @BodyLimit(MOST_BYTES)
  async change(
    @Body() { enabled, auto_create: autoCreate }: HubAuthBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<HubAuthView> {
    return hubAuthView(await this.hubAuth.change(admin, { enabled, autoCreate }));
  }

  /** List the accounts that media accounts show to be linked with a Plex account. */
  @AdminOnly('users:manage')
  @Get('admin/hub-auth/candidates')
  @Answers({ 503: 'Plex can not be read for now.' })
  async listCandidates(): Promise<HubCandidatesView> {
    return hubCandidatesView(await this.identities.listCandidates());
  }

  /** Sign accounts in by the Plex accounts that they are linked with: all of these or none. */
  @AdminOnly('users:manage')
  @Post('admin/hub-auth/confirm')
  @BodyLimit(MOST_BYTES)
  @Answers({
    404: 'There is no such account.',
    409: 'Nothing shows a mapping, or another account is linked already.',
    503: 'Plex can not be read for now.',
  })
  async confirm(
    @Body() body: HubConfirmBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'confirmed' }> {
    await this.identities.confirm(admin, hubMappingsOf(body));
    return { status: 'confirmed' };
  }

  /** Get the Plex account that signs somebody in. */
  @AdminOnly('users:manage')
  @Get('admin/users/:userID/hub')
  @Answers({ 404: 'There is no such account.' })
  async identitiesOf(@Param('userID', userIdOf) userId: number): Promise<HubIdentitiesView> {
    return hubIdentitiesView(await this.identities.of(userId));
  }

  /** Unlink somebody's account from Plex. Its sessions that began there end. */
  @AdminOnly('users:manage')
  @Delete('admin/users/:userID/hub')
  @Answers({ 404: 'There is no such account.', 409: 'It is your own, and nothing would be left to sign in by.' })
  async unlink(
    @Param('userID', userIdOf) userId: number,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'unlinked' }> {
    await this.identities.unlinkOther(admin, userId);
    return { status: 'unlinked' };
  }
}
