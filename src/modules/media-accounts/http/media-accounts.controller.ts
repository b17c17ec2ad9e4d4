import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { AccountLinkingService } from '../linking/account-linking.service.js';
import { AccountManagementService } from '../linking/account-management.service.js';
import { LinkedAccountsService } from '../overview/linked-accounts.service.js';
import { RemoteAccountsService } from '../overview/remote-accounts.service.js';
import { hubIdentityError } from './hub-identity-error.js';
import {
  type LinkedAccountView,
  linkedAccountView,
  type RemoteAccountView,
  remoteAccountView,
} from './linked-account.view.js';
import { AccountLinkBody, AccountManagementBody } from './media-account.body.js';

const userId = new IntIdPipe('user');

/** A link that was just made. Source: doc 1 section 4, Hub sign-in. */
interface NewlyLinkedView extends LinkedAccountView {
  /** Why the account at the hub can't sign the user in; only where that is so. */
  readonly hub_identity_error?: string;
}

/** What administrators do with people's accounts on media servers. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/admin')
export class MediaAccountsController {
  constructor(
    private readonly linked: LinkedAccountsService,
    private readonly remote: RemoteAccountsService,
    private readonly linking: AccountLinkingService,
    private readonly management: AccountManagementService,
  ) {}

  /**
   * List every linked account. Each server is read shortly; what couldn't be read is as it was read last. Accounts of deleted users
   * are there with the user 0 until they are switched off, with what stands in the way.
   */
  @Get('media-servers/accounts')
  @AdminOnly('users:manage')
  async accounts(): Promise<readonly LinkedAccountView[]> {
    return (await this.linked.all()).map(linkedAccountView);
  }

  /** List the accounts of a media server, linked or not. On the hub these are the owner, shares and invitations. */
  @Get('media-servers/:instanceID/users')
  @AdminOnly('users:manage')
  @Answers({
    400: 'The instance is no media server.',
    404: 'There is no such instance.',
    502: 'The server could not be read.',
  })
  async users(@Param('instanceID') instanceId: string): Promise<readonly RemoteAccountView[]> {
    return (await this.remote.of(instanceId)).map(remoteAccountView);
  }

  /** Connect a user with an account that is on the server. Nothing changes there unless it is to be managed. */
  @Put('users/:userID/media-servers/:instanceID/account')
  @AdminOnly('users:manage')
  @Answers({
    400: 'The instance is no media server.',
    404: 'There is no such user, instance or account.',
    409: 'The user or the account is linked there already, or an administrator was to be managed; `code` names the reason.',
    502: 'The server could not be read.',
  })
  async link(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', userId) user: number,
    @Param('instanceID') instanceId: string,
    @Body() { remote_user_id: remoteUserId, manage_access: manages }: AccountLinkBody,
  ): Promise<NewlyLinkedView> {
    const of = { userId: user, instanceId };
    const { linked, identity } = await this.linking.link(admin, of, remoteUserId, manages ?? false);
    return { ...linkedAccountView(linked), hub_identity_error: hubIdentityError(identity) };
  }

  /** Unlink a user from an account on the server. The account and the grant stay; nothing links them again by itself. */
  @Delete('users/:userID/media-servers/:instanceID/account')
  @AdminOnly('users:manage')
  @HttpCode(204)
  @Answers({ 404: 'The user has no linked account on this server.' })
  async unlink(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', userId) user: number,
    @Param('instanceID') instanceId: string,
  ): Promise<void> {
    await this.linking.unlink(admin, { userId: user, instanceId });
  }

  /** Let a linked account follow the grants of its user, or stop that. Stopping leaves everything as it is. */
  @Patch('users/:userID/media-servers/:instanceID/account/management')
  @AdminOnly('users:manage')
  @Answers({
    404: 'The user has no linked account on this server.',
    409: 'An administrator of the server is never managed, or the link was changed meanwhile; `code` names the reason.',
    502: 'The account could not be verified.',
  })
  async manage(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', userId) user: number,
    @Param('instanceID') instanceId: string,
    @Body() { manage_access: manages }: AccountManagementBody,
  ): Promise<LinkedAccountView> {
    const of = { userId: user, instanceId };
    return linkedAccountView(await (manages ? this.management.start(admin, of) : this.management.stop(admin, of)));
  }
}
