import { Body, Controller, HttpCode, Query } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, Public, RateLimited } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { Assertion, Attestation } from '../passkeys/authenticator-answer.js';
import { PasskeySetupService } from '../passkeys/passkey-setup.service.js';
import { PasskeySignInService } from '../passkeys/passkey-sign-in.service.js';
import type { RelyingParty } from '../passkeys/relying-party.js';
import { ClientKey } from '../rate-limit/client-key.js';
import { tokenResponse, type TokenResponse } from './account.view.js';
import {
  ANSWER_BYTES,
  AssertionPipe,
  AttestationPipe,
  deviceIn,
  passkeyName,
  requiredWord,
  type SetupQuery,
  type SetupRegistrationQuery,
  type SignInQuery,
} from './passkey.body.js';
import {
  begunRegistrationView,
  type BegunRegistrationView,
  begunPasskeySignInView,
  type BegunPasskeySignInView,
} from './passkey.view.js';
import { CurrentRelyingParty } from './relying-party.decorators.js';

const UNAVAILABLE = 'The storage can not be used for now. Try again shortly.';
const NOT_ENABLED = 'Passkeys are not enabled for the account.';

/** What passkeys do for people who have no session: sign in, and register by a link. Source: doc 3 section 1.1. */
@Controller('api/auth/passkey')
export class PasskeySignInController {
  constructor(
    private readonly passkeys: PasskeySignInService,
    private readonly setup: PasskeySetupService,
  ) {}

  /** Begin to sign in with a passkey. What the answer says is for `navigator.credentials.get`. */
  @Public()
  @RateLimited('auth')
  @Post('login/begin')
  @Answers({ 400: 'Passkeys can not be used at the address by which the server was reached.' })
  beginSignIn(@CurrentRelyingParty() party: RelyingParty, @ClientKey() client: string): BegunPasskeySignInView {
    return begunPasskeySignInView(this.passkeys.begin(party, client));
  }

  /** Sign in with what an authenticator has signed, within five minutes of the beginning. */
  @Public()
  @RateLimited('auth')
  @BodyLimit(ANSWER_BYTES)
  @Post('login/finish')
  @Answers({ 401: 'The passkey was not accepted: the answer does not say why.', 503: UNAVAILABLE })
  async finishSignIn(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SignInQuery>,
    @Body(new AssertionPipe()) answer: Assertion | null,
  ): Promise<TokenResponse> {
    const signIn = { sessionId: requiredWord(query, 'session_id'), answer, device: deviceIn(query) };
    return tokenResponse(await this.passkeys.finish(party, signIn));
  }

  /** Begin to register a passkey by the token of a setup link. */
  @Public()
  @RateLimited('auth')
  @Post('setup/begin')
  @Answers({ 401: 'The token is unknown, was used, or has run out.', 403: NOT_ENABLED, 503: UNAVAILABLE })
  async beginSetup(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SetupQuery>,
  ): Promise<BegunRegistrationView> {
    return begunRegistrationView(await this.setup.begin(requiredWord(query, 'token'), party));
  }

  /** Store one passkey by the token of a setup link, which is used up by it. */
  @Public()
  @RateLimited('auth')
  @BodyLimit(ANSWER_BYTES)
  @HttpCode(201)
  @Post('setup/finish')
  @Answers({ 403: NOT_ENABLED, 503: UNAVAILABLE })
  async finishSetup(
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<SetupRegistrationQuery>,
    @Body(new AttestationPipe()) answer: Attestation,
  ): Promise<{ status: 'registered' }> {
    const token = requiredWord(query, 'token');
    const registration = { sessionId: requiredWord(query, 'session_id'), answer, name: passkeyName(query) };
    await this.setup.finish(token, party, registration);
    return { status: 'registered' };
  }
}
