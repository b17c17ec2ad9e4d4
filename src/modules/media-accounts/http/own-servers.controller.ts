import { Body, Controller, Get, HttpCode, Param } from '@nestjs/common';
import { IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min, MinLength } from 'class-validator';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { Post } from '../../../core/http/post.decorators.js';
import { Secret } from '../../../core/secrets/secret.js';
import { hubIdentityError, type IdentityState } from '../accounts/hub-identity.js';
import { AccountCreationService, type CreatedAccount } from '../creation/account-creation.service.js';
import { HubInvitesService, type HubMember } from '../hub/hub-invites.service.js';
import { type BegunPin, type OwnHubAccount, OwnHubAccountService } from '../hub/own-hub-account.service.js';
import { type OwnCredentials, SelfLinkService } from '../linking/self-link.service.js';
import type { InviteState } from '../media-accounts.events.js';
import { OwnServersService } from '../overview/own-servers.service.js';
import { ownServerView, type OwnServerView } from './own-servers.view.js';

const USERNAME = refusedMember('not_a_filled_text', 'username must be a text of 1 to 256 characters', {
  name: 'username',
  most: 256,
});
const PASSWORD = refusedMember('too_long', 'password must be a text of at most 1024 characters', {
  name: 'password',
  most: 1024,
});
const NEW_PASSWORD = refusedMember('new_password_length', 'password must be a text of 8 to 1024 characters', {
  least: 8,
  most: 1024,
});
const EMAIL = refusedMember('not_a_text', 'email must be a text', { name: 'email' });

/** Body of POST /api/media-servers/{instanceID}/account: a password, or on the hub an address. */
export class OwnAccountBody {
  @IsOptional()
  @MaxLength(1024, NEW_PASSWORD)
  @MinLength(8, NEW_PASSWORD)
  @IsString(NEW_PASSWORD)
  password?: string | null;

  @IsOptional()
  @IsString(EMAIL)
  email?: string | null;
}

type AskedAccount = { readonly password: Secret } | { readonly email: string };

/** What the caller asks for. @throws AppError 400 for both, and for neither */
function askedOf({ password, email }: OwnAccountBody): AskedAccount {
  const [hasPassword, hasEmail] = [typeof password === 'string', typeof email === 'string'];
  if (hasPassword === hasEmail) throw badRequest('either_password_or_email', 'send either a password or an email');
  return typeof password === 'string' ? { password: Secret.of(password) } : { email: email ?? '' };
}

/** Body of POST /api/media-servers/{instanceID}/account/link. */
export class SelfLinkBody {
  @MaxLength(256, USERNAME)
  @IsNotEmpty(USERNAME)
  @IsString(USERNAME)
  username: string;

  /** Some accounts have none: then it is empty. */
  @MaxLength(1024, PASSWORD)
  @IsString(PASSWORD)
  password: string;
}

const credentialsOf = ({ username, password }: SelfLinkBody): OwnCredentials => ({
  username,
  password: Secret.of(password),
});

/** An account that was linked by its owner. */
interface SelfLinkedView {
  readonly username: string;
  readonly public_address: string;
  readonly administrator: boolean;
  readonly manage_access: false;
}

/** An account that was made for its owner, or the invitation to one. */
interface CreatedAccountView {
  readonly username: string;
  readonly public_address: string;
  /** An invitation that was not accepted yet. */
  readonly pending: boolean;
  readonly administrator: boolean;
  readonly manage_access: boolean;
}

const PIN = refusedMember('required', 'pin_id required', { name: 'pin_id' });

/** Body of POST /api/media-servers/hub/sign-in/check. */
export class PinCheckBody {
  @Max(Number.MAX_SAFE_INTEGER, PIN)
  @Min(1, PIN)
  @IsInt(PIN)
  pin_id: number;
}

/** A PIN that the caller is to approve at the hub. */
interface BegunPinView {
  readonly pin_id: number;
  readonly code: string;
  /** Where it is approved. */
  readonly url: string;
}

/** Whose PIN it was, once it is approved, and what has followed. */
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

/** What people do with their own accounts on media servers. */
@Controller('api/media-servers')
export class OwnServersController {
  constructor(
    private readonly servers: OwnServersService,
    private readonly accounts: AccountCreationService,
    private readonly invites: HubInvitesService,
    private readonly links: SelfLinkService,
    private readonly hubAccounts: OwnHubAccountService,
  ) {}

  /** List the media servers that the caller may use, and the caller's account on each. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<readonly OwnServerView[]> {
    return (await this.servers.of(caller)).map(ownServerView);
  }

  /**
   * Make an account of the caller's own name on a server that has passwords, or ask the hub to invite an address. Nothing of
   * the password is stored.
   */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post(':instanceID/account')
  @HttpCode(201)
  @Answers({
    400: 'No account can bear the name, the address is none, or servers of this kind ask for the other one; `code` names the reason.',
    403: 'The caller may not use this server, or there is no such server.',
    409: 'The caller has an account there already, or somebody there has the name; `code` names the reason.',
    502: 'The server could not be asked, or refused. What was made of the account is taken away again.',
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Body() body: OwnAccountBody,
  ): Promise<CreatedAccountView> {
    const asked = askedOf(body);
    if ('email' in asked) return memberView(await this.invites.invite(caller, instanceId, asked.email));
    return createdAccountView(await this.accounts.create(caller, instanceId, asked.password));
  }

  /** Connect the account that the caller has on a server. The server judges name and password once; neither is stored. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post(':instanceID/account/link')
  @HttpCode(201)
  @Answers({
    400: 'The server refuses the credentials or the account, or is of a kind that has none; `code` names the reason.',
    403: 'The caller may not use this server, or there is no such server.',
    409: 'The caller has an account there already, or somebody else has that one; `code` names the reason.',
    502: 'The server could not be asked.',
  })
  async link(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Body() body: SelfLinkBody,
  ): Promise<SelfLinkedView> {
    const { server, remote } = await this.links.link(caller, instanceId, credentialsOf(body));
    return {
      username: remote.name,
      public_address: server.config.publicAddress,
      administrator: remote.isAdministrator,
      manage_access: false,
    };
  }

  /** Begin to prove an account at the hub. The hub gives a PIN, which the caller approves there. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('hub/sign-in/begin')
  @Answers({ 502: 'The hub could not be asked.' })
  async beginHubSignIn(@CurrentCaller() caller: Caller): Promise<BegunPinView> {
    return begunView(await this.hubAccounts.begin(caller));
  }

  /**
   * Check whether a PIN was approved. Once it is, the address of the account becomes the caller's, and servers that the caller
   * holds at the hub are shared with it.
   */
  @SignedIn()
  @KidsUnlimited()
  @Post('hub/sign-in/check')
  @Answers({
    400: 'The account at the hub has no e-mail address; `code` names the reason.',
    404: 'The caller has no such PIN, or it has run out; `code` names the reason.',
    502: 'The hub could not be asked.',
  })
  async checkHubSignIn(
    @CurrentCaller() caller: Caller,
    @Body() { pin_id: pinId }: PinCheckBody,
  ): Promise<CheckedPinView> {
    return checkedView(await this.hubAccounts.check(caller, pinId));
  }
}

const createdAccountView = ({ server, account }: CreatedAccount): CreatedAccountView => ({
  username: account.name,
  public_address: server.config.publicAddress,
  pending: account.isPending,
  administrator: account.isAdministrator,
  manage_access: true,
});

const memberView = ({ isManaged, ...member }: HubMember): CreatedAccountView => ({
  ...createdAccountView(member),
  manage_access: isManaged,
});

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
