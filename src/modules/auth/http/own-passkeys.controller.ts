import { Body, Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import type { Attestation } from '../passkeys/authenticator-answer.js';
import { OwnPasskeysService } from '../passkeys/own-passkeys.service.js';
import type { RelyingParty } from '../passkeys/relying-party.js';
import { SetupLinksService } from '../passkeys/setup-links.service.js';
import { ANSWER_BYTES, AttestationPipe, passkeyName, requiredWord, type RegistrationQuery } from './passkey.body.js';
import {
  begunRegistrationView,
  type BegunRegistrationView,
  passkeyView,
  type PasskeyView,
  setupLinkView,
  type SetupLinkView,
} from './passkey.view.js';
import { CurrentRelyingParty } from './relying-party.decorators.js';

const UNUSABLE = 'Passkeys can not be used at the address by which the server was reached.';

/** The passkeys of the caller's own account. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class OwnPasskeysController {
  constructor(
    private readonly passkeys: OwnPasskeysService,
    private readonly links: SetupLinksService,
  ) {}

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
  @Answers({ 400: UNUSABLE, 403: 'Passkeys are not enabled for the account.' })
  async begin(
    @CurrentCaller() caller: Caller,
    @CurrentRelyingParty() party: RelyingParty,
  ): Promise<BegunRegistrationView> {
    return begunRegistrationView(await this.passkeys.beginRegistration(caller, party));
  }

  /** Store the passkey that an authenticator has made, within five minutes of the beginning. */
  @SignedIn()
  @KidsUnlimited()
  @BodyLimit(ANSWER_BYTES)
  @HttpCode(201)
  @Post('passkey/register/finish')
  @Answers({ 403: 'Passkeys are not enabled for the account.' })
  async finish(
    @CurrentCaller() caller: Caller,
    @CurrentRelyingParty() party: RelyingParty,
    @Query() query: UnvalidatedQuery<RegistrationQuery>,
    @Body(new AttestationPipe()) answer: Attestation,
  ): Promise<{ status: 'registered' }> {
    const registration = { sessionId: requiredWord(query, 'session_id'), answer, name: passkeyName(query) };
    await this.passkeys.finishRegistration(caller, party, registration);
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
    return setupLinkView(await this.links.issue(caller, party));
  }
}
