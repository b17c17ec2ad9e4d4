import { Body, Controller, Get, HttpCode, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { AccountCreationService, type CreatedAccount } from '../creation/account-creation.service.js';
import { type HubMember, HubInvitesService } from '../hub/hub-invites.service.js';
import { SelfLinkService } from '../linking/self-link.service.js';
import { OwnServersService } from '../overview/own-servers.service.js';
import { askedOf, credentialsOf, OwnAccountBody, SelfLinkBody } from './media-account.body.js';
import { ownServerView, type OwnServerView } from './own-server.view.js';

/** An account that was linked by its owner. Source: doc 1 section 4, Media-server accounts. */
interface SelfLinkedView {
  readonly username: string;
  readonly public_address: string;
  readonly administrator: boolean;
  readonly manage_access: false;
}

/** An account that was made for its owner, or the invitation to one. Source: doc 1 section 4, Media-server accounts. */
interface CreatedAccountView {
  readonly username: string;
  readonly public_address: string;
  /** An invitation that was not accepted yet. */
  readonly pending: boolean;
  readonly administrator: boolean;
  readonly manage_access: boolean;
}

/** What people do with their own accounts on media servers. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/media-servers')
export class OwnServersController {
  constructor(
    private readonly servers: OwnServersService,
    private readonly accounts: AccountCreationService,
    private readonly invites: HubInvitesService,
    private readonly links: SelfLinkService,
  ) {}

  /** List the media servers that the caller may use, and the caller's account on each. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  async list(@CurrentCaller() caller: Caller): Promise<readonly OwnServerView[]> {
    return (await this.servers.of(caller)).map(ownServerView);
  }

  /**
   * Make an account of the caller's own name on a server that has passwords, or ask the hub to invite an address. Nothing of the
   * password is stored.
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
