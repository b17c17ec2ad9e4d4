import { Body, Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { InvitationsService } from '../connect-links/invitations.service.js';
import { PendingLinksService } from '../connect-links/pending-links.service.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import {
  ConnectTokenBody,
  connectTokenView,
  type ConnectTokenView,
  deviceView,
  type DeviceView,
  type KnownNameView,
  pendingLinkView,
  type PendingLinkView,
  type RefusedNameView,
} from './people.view.js';

/** How administrators invite people, take invitations back and end sessions. Source: doc 3 sections 1.5 and 1.9. */
@Controller('api/admin')
export class PeopleController {
  constructor(
    private readonly invitations: InvitationsService,
    private readonly pending: PendingLinksService,
    private readonly devices: SignedInDevicesService,
  ) {}

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
    return (await this.pending.list()).map(pendingLinkView);
  }

  /** Revoke an unused invitation. The account stays. */
  @AdminOnly('users:manage')
  @Delete('connect-tokens/:id')
  @HttpCode(204)
  @Answers({ 404: 'No link that could still be used has this id.' })
  async takeLinkBack(@CurrentAdministrator() admin: ActingAdministrator, @Param('id') id: string): Promise<void> {
    await this.pending.takeBack(admin, id);
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
