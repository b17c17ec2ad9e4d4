import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { InvitationsService } from '../connect-links/invitations.service.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import {
  AiAccessBody,
  ConnectTokenBody,
  connectTokenView,
  type ConnectTokenView,
  deviceView,
  type DeviceView,
  type KnownNameView,
  pendingLinkView,
  type PendingLinkView,
  type RefusedNameView,
  RoleBody,
  SignInMethodsBody,
  signInMethodsOf,
  type UserRowView,
  userRowView,
} from './people.view.js';

const userIdOf = new IntIdPipe('user', 'user ID');

/** How administrators see, change and delete accounts, invite people, take invitations back and end sessions. */
@Controller('api/admin')
export class PeopleController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly invitations: InvitationsService,
    private readonly devices: SignedInDevicesService,
  ) {}

  /** List all accounts. */
  @AdminOnly('users:manage')
  @Get('users')
  async list(): Promise<readonly UserRowView[]> {
    return (await this.accounts.all()).map(userRowView);
  }

  /** Change the role of an account. */
  @AdminOnly('users:manage')
  @Patch('users/:userID')
  @Answers({
    404: 'There is no such account.',
    409: 'Somebody must be left to administer the server, or it is a kids account.',
  })
  async changeRole(
    @Param('userID', userIdOf) userId: number,
    @Body() body: RoleBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.accounts.changeRole(userId, body.role, admin));
  }

  /** Change how an account may sign in. */
  @AdminOnly('users:manage')
  @Patch('users/:userID/auth-methods')
  @Answers({ 404: 'There is no such account.', 409: 'Administrators may use every way.' })
  async changeSignInMethods(
    @Param('userID', userIdOf) userId: number,
    @Body() body: SignInMethodsBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.accounts.changeSignInMethods(userId, signInMethodsOf(body), admin));
  }

  /** Allow or refuse an account the server's AI provider. */
  @AdminOnly('users:manage')
  @Put('users/:userID/ai-access')
  @Answers({ 404: 'There is no such account.' })
  async shareAi(
    @Param('userID', userIdOf) userId: number,
    @Body() body: AiAccessBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.accounts.shareAi(userId, body.shared_ai_enabled, admin));
  }

  /** Delete an account, with its sessions and grants. */
  @AdminOnly('users:manage')
  @Delete('users/:userID')
  @Answers({ 404: 'There is no such account.', 409: 'Somebody must be left to administer the server.' })
  async delete(
    @Param('userID', userIdOf) userId: number,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'deleted' }> {
    await this.accounts.delete(userId, admin);
    return { status: 'deleted' };
  }

  /** Create an invitation: a link that signs a person in once, and creates their account if there is none. */
  @AdminOnly('users:manage')
  @HttpCode(201)
  @Post('connect-token')
  @Answers<{ 400: RefusedNameView; 409: KnownNameView }>({
    400: 'The name is no name, or people would take it for that of another account (`user_failed`).',
    409: 'A new account was asked for, and there is one of this name.',
  })
  async invite(
    @Body() body: ConnectTokenBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<ConnectTokenView> {
    const { name, server_url: serverUrl, new_only: isNewOnly } = body;
    const invitation = { name, serverUrl: serverUrl ?? '', isNewOnly: isNewOnly === true };
    return connectTokenView(await this.invitations.invite(invitation, admin));
  }

  /** List unused invitations that are still valid, newest first, at most one for each account. */
  @AdminOnly('users:manage')
  @Get('connect-tokens')
  async listLinks(): Promise<readonly PendingLinkView[]> {
    return (await this.invitations.list()).map(pendingLinkView);
  }

  /** Revoke an unused invitation. The account stays. */
  @AdminOnly('users:manage')
  @Delete('connect-tokens/:id')
  @HttpCode(204)
  @Answers({ 404: 'No link that could still be used has this id.' })
  async takeLinkBack(@CurrentAdministrator() admin: ActingAdministrator, @Param('id') id: string): Promise<void> {
    await this.invitations.takeBack(admin, id);
  }

  /**
   * List the signed-in devices of all accounts. One that has not refreshed its session for 90 days is signed out, and
   * is one of them no more within a day.
   */
  @AdminOnly('users:manage')
  @Get('devices')
  async listDevices(): Promise<readonly DeviceView[]> {
    return (await this.devices.list()).map(deviceView);
  }

  /** Sign a device out. Links that were made on it and that nobody has used fall with it. */
  @AdminOnly('users:manage')
  @Delete('devices/:deviceID')
  @Answers({ 404: 'There is no such device, or it is revoked already.' })
  async revokeDevice(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('deviceID') deviceId: string,
  ): Promise<{ status: 'revoked' }> {
    await this.devices.revoke(admin, deviceId);
    return { status: 'revoked' };
  }
}
