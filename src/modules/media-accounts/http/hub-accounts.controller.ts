import { Body, Controller } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { IsInt, Max, Min } from 'class-validator';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { BegunPin } from '../hub/hub-pins.service.js';
import type { InviteState } from '../hub-events/invite-state.js';
import type { IdentityState } from '../accounts/hub-identity-states.service.js';
import { type OwnHubAccount, OwnHubAccountService } from '../hub/own-hub-account.service.js';
import { hubIdentityError } from './hub-identity-error.js';

const PIN = { message: 'pin_id required' };

/** Body of POST /api/media-servers/hub/sign-in/check. Source: doc 3 section 12.4. */
export class PinCheckBody {
  @Max(Number.MAX_SAFE_INTEGER, PIN)
  @Min(1, PIN)
  @IsInt(PIN)
  pin_id: number;
}

/** A PIN that the caller is to approve at the hub. Source: doc 1 section 4, Media-server accounts. */
interface BegunPinView {
  readonly pin_id: number;
  readonly code: string;
  /** Where it is approved. */
  readonly url: string;
}

/** Whose PIN it was, once it is approved, and what has followed. Source: doc 1 section 4, Media-server accounts. */
interface CheckedPinView {
  /** False until the PIN is approved; then the other members are there, and are the same from then on. */
  readonly linked: boolean;
  readonly username?: string;
  readonly email?: string;
  readonly invite_state?: InviteState;
  /** Does the account at the hub sign somebody in here? */
  readonly identity_state?: IdentityState;
  /** Why it can't sign the caller in; only where that is so. */
  readonly identity_error?: string;
}

/** How people prove their own account at the hub, so that servers are shared with it. Source: doc 1 section 4. */
@Controller('api/media-servers/hub/sign-in')
export class HubAccountsController {
  constructor(private readonly accounts: OwnHubAccountService) {}

  /** Begin to prove an account at the hub. The hub gives a PIN, which the caller approves there. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('begin')
  @Answers({ 502: 'The hub could not be asked.' })
  async begin(@CurrentCaller() caller: Caller): Promise<BegunPinView> {
    return begunView(await this.accounts.begin(caller));
  }

  /**
   * Check whether a PIN was approved. Once it is, the address of the account becomes the caller's, and servers that the caller
   * holds at the hub are shared with it.
   */
  @SignedIn()
  @KidsUnlimited()
  @Post('check')
  @Answers({
    400: 'The account at the hub has no e-mail address; `code` names the reason.',
    404: 'The caller has no such PIN, or it has run out; `code` names the reason.',
    502: 'The hub could not be asked.',
  })
  async check(@CurrentCaller() caller: Caller, @Body() { pin_id: pinId }: PinCheckBody): Promise<CheckedPinView> {
    return checkedView(await this.accounts.check(caller, pinId));
  }
}

const begunView = ({ pinId, code, url }: BegunPin): BegunPinView => ({ pin_id: pinId, code, url });

function checkedView(account: OwnHubAccount | null): CheckedPinView {
  if (!account) return { linked: false };
  const { username, email, inviteState, identityState } = account;
  return {
    linked: true,
    username,
    email,
    invite_state: inviteState,
    identity_state: identityState,
    identity_error: hubIdentityError(identityState),
  };
}
