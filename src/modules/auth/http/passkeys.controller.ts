import { Body, Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { BodyLimit, Public, RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Post } from '../../../core/http/post.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { Assertion, Attestation } from '../passkeys/authenticator-answer.js';
import { PasskeySignInService } from '../passkeys/passkey-sign-in.service.js';
import { PasskeysService } from '../passkeys/passkeys.service.js';
import { CurrentRelyingParty, type RelyingParty } from '../passkeys/relying-party.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { type TokenResponse, tokenResponse } from './account.view.js';
import {
  ANSWER_BYTES,
  AssertionPipe,
  AttestationPipe,
  type BegunPasskeySignInView,
  begunPasskeySignInView,
  begunRegistrationView,
  type BegunRegistrationView,
  deviceIn,
  passkeyName,
  passkeyView,
  type PasskeyView,
  type RegistrationQuery,
  requiredWord,
  type SetupLinkView,
  setupLinkView,
  type SetupQuery,
  type SetupRegistrationQuery,
  type SignInQuery,
} from './passkey.view.js';

const UNUSABLE = 'Passkeys can not be used at the address by which the server was reached.';
const UNAVAILABLE = 'The storage can not be used for now. Try again shortly.';
const NOT_ENABLED = 'Passkeys are not enabled for the account.';

/** Sign-in by passkeys, the passkeys of the caller's own account, and their registration by a link. */
@Controller('api/auth')
export class PasskeysController {
  constructor(
    private readonly signIns: PasskeySignInService,
    private readonly passkeys: PasskeysService,
  ) {}

  /** Begin to sign in with a passkey. What the answer says is for `navigator.credentials.get`. */
  @Public()
  @RateLimited('auth')
  @Post('passkey/login/begin')
  @Answers({ 400: UNUSABLE })
  beginSignIn(@CurrentRelyingParty() party: RelyingParty, @ClientKey() client: string): BegunPasskeySignInView {
    return begunPasskeySignInView(this.signIns.begin(party, client));
  }

  /** Sign in with what an authenticator has signed, within five minutes of the beginning. */
  @Public()
  @RateLimited('auth')
  @BodyLimit(ANSWER_BYTES)
  @Post('passkey/login/finish')
  @Answers({ 401: 'The passkey was not accepted: the answer does not say why.', 503: UNAVAILABLE })
  async finishSignIn(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SignInQuery>,
    @Body(new AssertionPipe()) answer: Assertion | null,
  ): Promise<TokenResponse> {
    const signIn = { sessionId: requiredWord(query, 'session_id'), answer, device: deviceIn(query) };
    return tokenResponse(await this.signIns.finish(party, signIn));
  }

  /** Begin to register a passkey by the token of a setup link. */
  @Public()
  @RateLimited('auth')
  @Post('passkey/setup/begin')
  @Answers({ 401: 'The token is unknown, was used, or has run out.', 403: NOT_ENABLED, 503: UNAVAILABLE })
  async beginSetup(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SetupQuery>,
  ): Promise<BegunRegistrationView> {
    return begunRegistrationView(await this.passkeys.beginByLink(requiredWord(query, 'token'), party));
  }

  /** Store one passkey by the token of a setup link, which is used up by it. */
  @Public()
  @RateLimited('auth')
  @BodyLimit(ANSWER_BYTES)
  @HttpCode(201)
  @Post('passkey/setup/finish')
  @Answers({ 403: NOT_ENABLED, 503: UNAVAILABLE })
  async finishSetup(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SetupRegistrationQuery>,
    @Body(new AttestationPipe()) answer: Attestation,
  ): Promise<{ status: 'registered' }> {
    const token = requiredWord(query, 'token');
    const registration = { sessionId: requiredWord(query, 'session_id'), answer, name: passkeyName(query) };
    await this.passkeys.finishByLink(token, party, registration);
    return { status: 'registered' };
  }

  /** List the caller's passkeys for this host, newest first. */
  @SignedIn()
  @KidsUnlimited()
  @Get('passkeys')
  @Answers({ 400: UNUSABLE })
  async list(
    @CurrentCaller() caller: Caller,
    @CurrentRelyingParty() party: RelyingParty,
  ): Promise<readonly PasskeyView[]> {
    return (await this.passkeys.list(caller, party)).map(passkeyView);
  }

  /** Delete one of the caller's passkeys. */
  @SignedIn()
  @KidsUnlimited()
  @Delete('passkeys/:credentialID')
  @Answers({ 404: 'The account has no such passkey.' })
  async remove(
    @CurrentCaller() caller: Caller,
    @Param('credentialID') credentialId: string,
  ): Promise<{ status: 'deleted' }> {
    await this.passkeys.remove(caller, credentialId);
    return { status: 'deleted' };
  }

  /** Begin to register a passkey. What the answer says is for `navigator.credentials.create`. */
  @SignedIn()
  @KidsUnlimited()
  @Post('passkey/register/begin')
  @Answers({ 400: UNUSABLE, 403: NOT_ENABLED })
  async begin(
    @CurrentCaller() caller: Caller,
    @CurrentRelyingParty() party: RelyingParty,
  ): Promise<BegunRegistrationView> {
    return begunRegistrationView(await this.passkeys.beginBySession(caller, party));
  }

  /** Store the passkey that an authenticator has made, within five minutes of the beginning. */
  @SignedIn()
  @KidsUnlimited()
  @BodyLimit(ANSWER_BYTES)
  @HttpCode(201)
  @Post('passkey/register/finish')
  @Answers({ 403: NOT_ENABLED })
  async finish(
    @CurrentCaller() caller: Caller,
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<RegistrationQuery>,
    @Body(new AttestationPipe()) answer: Attestation,
  ): Promise<{ status: 'registered' }> {
    const registration = { sessionId: requiredWord(query, 'session_id'), answer, name: passkeyName(query) };
    await this.passkeys.finishBySession(caller, party, registration);
    return { status: 'registered' };
  }

  /**
   * Create a link to a page that registers one passkey for the caller's account, on another device perhaps. It is good for ten
   * minutes, takes the place of an earlier one of this device, and ends with it.
   */
  @SignedIn()
  @KidsUnlimited()
  @HttpCode(201)
  @Post('passkey/setup-link')
  @Answers({ 400: UNUSABLE })
  async link(@CurrentCaller() caller: Caller, @CurrentRelyingParty() party: RelyingParty): Promise<SetupLinkView> {
    return setupLinkView(await this.passkeys.issueLink(caller, party));
  }
}
