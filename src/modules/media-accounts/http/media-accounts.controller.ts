import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsNotEmpty,
  IsOptional,
  IsString,
  MaxLength,
} from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { Post } from '../../../core/http/post.decorators.js';
import { hubIdentityError } from '../accounts/hub-identity.js';
import {
  AccountImportService,
  type ImportCode,
  type ImportError,
  type ImportRow,
} from '../linking/account-import.service.js';
import { AccountLinkingService } from '../linking/account-linking.service.js';
import { LinkedAccountsService } from '../overview/linked-accounts.service.js';
import {
  type LinkedAccountView,
  linkedAccountView,
  type RemoteAccountView,
  remoteAccountView,
} from './media-accounts.view.js';

const userId = new IntIdPipe('user');

/** A link that was just made. */
interface NewlyLinkedView extends LinkedAccountView {
  /** Why the account at the hub can't sign the user in; only where that is so. */
  readonly hub_identity_error?: string;
}

const REMOTE_ID = refusedMember('not_a_filled_text', 'remote_user_id must be a text of 1 to 320 characters', {
  name: 'remote_user_id',
  most: 320,
});
const IDS = refusedMember('not_a_filled_list', 'remote_user_ids must be a list of 1 to 200 ids of accounts', {
  name: 'remote_user_ids',
  most: 200,
});
const EACH_ID = { ...IDS, each: true };
const SERVER_URL = refusedMember('not_a_web_address', 'server_url must be an http or https address', {
  name: 'server_url',
});
const MANAGE = refusedMember('not_a_flag', 'manage_access must be true or false', { name: 'manage_access' });

/** Body of PUT /api/admin/users/{userID}/media-servers/{instanceID}/account. */
export class AccountLinkBody {
  @MaxLength(320, REMOTE_ID)
  @IsNotEmpty(REMOTE_ID)
  @IsString(REMOTE_ID)
  remote_user_id: string;

  /** False where it is left out: the account is linked only. */
  @IsOptional()
  @IsBoolean(MANAGE)
  manage_access?: boolean | null;
}

/** Body of PATCH .../account/management. */
export class AccountManagementBody {
  @IsBoolean(MANAGE)
  manage_access: boolean;
}

/** Body of POST /api/admin/media-servers/{instanceID}/import. */
export class AccountImportBody {
  @MaxLength(320, EACH_ID)
  @IsNotEmpty(EACH_ID)
  @IsString(EACH_ID)
  @ArrayMaxSize(200, IDS)
  @ArrayMinSize(1, IDS)
  @IsArray(IDS)
  remote_user_ids: string[];

  /** Where the apps of new people find this server, unless an external address is configured. */
  @IsOptional()
  @IsString(SERVER_URL)
  server_url?: string | null;

  /** False where it is left out: the accounts are linked only. */
  @IsOptional()
  @IsBoolean(MANAGE)
  manage_access?: boolean | null;
}

/** What has become of one account of a server. */
interface ImportRowView {
  readonly remote_user_id: string;
  /** Empty where the server has no such account. */
  readonly remote_username: string;
  /** The user with whom it was linked; left out where it was not. */
  readonly user_id?: number;
  readonly username?: string;
  /** The person is new here. */
  readonly created: boolean;
  readonly linked: boolean;
  /** By which somebody who is new signs in, once. */
  readonly link?: string;
  /** Who has said at which address the server is found. */
  readonly origin_source?: 'external_address' | 'app';
  /** Why the account at the hub can't sign the user in; only where that is so. */
  readonly hub_identity_error?: string;
  /** Why it was not taken over; left out where it was. */
  readonly error?: ImportError;
  /** Which `user_failed` it is: the account was linked with somebody before, and nobody bears its name. Left out otherwise. */
  readonly code?: ImportCode;
}

/** What has become of each account, in the order of the call. */
interface ImportView {
  readonly results: readonly ImportRowView[];
}

/** What administrators do with people's accounts on media servers. */
@Controller('api/admin')
export class MediaAccountsController {
  constructor(
    private readonly linked: LinkedAccountsService,
    private readonly linking: AccountLinkingService,
    private readonly imports: AccountImportService,
  ) {}

  /**
   * List every linked account. Each server is read shortly; what couldn't be read is as it was read last. Accounts of deleted
   * users are there with the user 0 until they are switched off, with what stands in the way.
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
    return (await this.linked.ofServer(instanceId)).map(remoteAccountView);
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
    return linkedAccountView(await (manages ? this.linking.manage(admin, of) : this.linking.stopManaging(admin, of)));
  }

  /**
   * Connect accounts of a server with the users of their names. Who isn't there is created; all may use the server afterwards.
   */
  @AdminOnly('users:manage')
  @Post('media-servers/:instanceID/import')
  @Answers({
    400: 'No account is named, or too many, the instance is no media server, or no address is known for links.',
    404: 'There is no such instance.',
    502: 'The server could not list its accounts.',
  })
  async import(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') instanceId: string,
    @Body() { remote_user_ids: remoteUserIds, server_url: serverUrl, manage_access: manages }: AccountImportBody,
  ): Promise<ImportView> {
    const order = { instanceId, remoteUserIds, serverUrl: serverUrl ?? '', manageAccess: manages ?? false };
    return { results: (await this.imports.import(admin, order)).map(importRowView) };
  }
}

function importRowView(row: ImportRow): ImportRowView {
  const remote = { remote_user_id: row.remoteUserId, remote_username: row.remote?.name ?? '' };
  if ('error' in row) {
    const { error, code } = row;
    return { ...remote, created: false, linked: false, error, ...(code && { code }) };
  }
  const { userId, username, invitation, identity } = row.person;
  return {
    ...remote,
    user_id: userId,
    username,
    created: invitation !== null,
    linked: true,
    ...(invitation ? { link: invitation.link.reveal(), origin_source: invitation.originSource } : {}),
    hub_identity_error: hubIdentityError(identity),
  };
}
