import { Body, Controller, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
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
import { AccountImportService } from '../import/account-import.service.js';
import type { ImportCode, ImportError, ImportRow } from '../import/import-row.js';
import { hubIdentityError } from './hub-identity-error.js';

const IDS = { message: 'remote_user_ids must be a list of 1 to 200 ids of accounts' };
const EACH_ID = { ...IDS, each: true };
const SERVER_URL = { message: 'server_url must be an http or https address' };
const MANAGE = { message: 'manage_access must be true or false' };

/** Body of POST /api/admin/media-servers/{instanceID}/import. Source: doc 1 section 4, Media-server accounts. */
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

/** What has become of one account of a server. Source: doc 1 section 4, Media-server accounts. */
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

/** Administrators take accounts of media servers over. Source: doc 1 section 4, Media-server accounts. */
@Controller('api/admin/media-servers/:instanceID/import')
export class AccountImportController {
  constructor(private readonly imports: AccountImportService) {}

  /** Connect accounts of a server with the users of their names. Who isn't there is created; all may use the server afterwards. */
  @AdminOnly('users:manage')
  @Post()
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

/** The wire form of a row. */
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
