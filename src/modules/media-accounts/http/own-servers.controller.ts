import { Body, Controller, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { SelfLinkService } from '../linking/self-link.service.js';
import { OwnServersService } from '../overview/own-servers.service.js';
import { credentialsOf, SelfLinkBody } from './media-account.body.js';
import { ownServerView, type OwnServerView } from './own-server.view.js';

/** An account that was linked by its owner. Source: doc 1 section 4, Media-server accounts. */
interface SelfLinkedView {
  readonly username: string;
  readonly public_address: string;
  readonly administrator: boolean;
  readonly manage_access: false;
}

/** What people do with their own accounts on media servers. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/media-servers')
export class OwnServersController {
  constructor(
    private readonly servers: OwnServersService,
    private readonly links: SelfLinkService,
  ) {}

  /** List the media servers that the caller may use, and the caller's account on each. */
  @SignedIn()
  @KidsUnlimited()
  @Get()
  @Header('Cache-Control', 'no-store')
  async list(@CurrentCaller() caller: Caller): Promise<readonly OwnServerView[]> {
    return (await this.servers.of(caller)).map(ownServerView);
  }

  /** Connect the account that the caller has on a server. The server judges name and password once; neither is stored. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post(':instanceID/account/link')
  @HttpCode(201)
  @Header('Cache-Control', 'no-store')
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
