import { Body, Controller, Delete, Get, Param, Req } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import type { Request } from 'express';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { Post } from '../../../core/http/post.decorators.js';
import { Secret } from '../../../core/secrets/secret.js';
import { ProfileService } from '../accounts/profile.service.js';
import { PasswordChangeService } from '../passwords/password-change.service.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import { bearerToken } from '../sessions/token-text.js';
import { profileView, type ProfileView } from './account.view.js';
import { type OwnDeviceView, ownDeviceView } from './people.view.js';

const TOO_SHORT = refusedMember('password_too_short', 'password must be at least 8 characters', { least: 8 });
const CURRENT = refusedMember('not_a_text', 'current_password must be a text', { name: 'current_password' });

/** Body of POST /api/auth/password. */
export class PasswordBody {
  @IsString(TOO_SHORT)
  password: string;

  @IsOptional()
  @IsString(CURRENT)
  current_password?: string | null;
}

/** Body of POST /api/auth/hub-email. */
export class HubEmailBody {
  @IsString(refusedMember('invalid', 'invalid email', { name: 'email' }))
  email: string;
}

/** What people see and change of their own account, and where it is signed in. */
@Controller('api')
export class OwnAccountController {
  constructor(
    private readonly profile: ProfileService,
    private readonly passwords: PasswordChangeService,
    private readonly devices: SignedInDevicesService,
  ) {}

  /** Get the caller's own account. */
  @SignedIn()
  @KidsUnlimited()
  @Get('auth/me')
  async me(@CurrentCaller() caller: Caller): Promise<ProfileView> {
    return profileView(await this.profile.of(caller.userId));
  }

  /** Sign the caller's device out. */
  @SignedIn()
  @KidsUnlimited()
  @Post('auth/logout')
  async logOut(@CurrentCaller() caller: Caller): Promise<{ status: 'signed_out' }> {
    await this.devices.signOut(caller.deviceId);
    return { status: 'signed_out' };
  }

  /**
   * Change or set the caller's own password. Every other device of the account is signed out. The current one need
   * not be given by an account without one, nor, once and within 15 minutes of the redemption, by a session that an
   * invitation has opened.
   */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('auth/password')
  @Answers({ 403: 'The current password is wrong, or the account is not to have one.' })
  async changePassword(
    @Body() body: PasswordBody,
    @CurrentCaller() { userId, deviceId }: Caller,
    @Req() request: Request,
  ): Promise<{ status: 'ok' }> {
    const session = bearerToken(request.headers.authorization) ?? Secret.of('');
    const input = { next: Secret.of(body.password), current: Secret.of(body.current_password ?? '') };
    await this.passwords.change({ userId, deviceId, session }, input);
    return { status: 'ok' };
  }

  /** Change the caller's email address at the hub. */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('auth/hub-email')
  async changeHubEmail(@Body() { email }: HubEmailBody, @CurrentCaller() caller: Caller): Promise<{ status: 'ok' }> {
    await this.profile.changeHubEmail(caller.userId, email);
    return { status: 'ok' };
  }

  /** List the devices on which the caller is signed in, the one seen last first, at most 500. */
  @SignedIn()
  @KidsUnlimited()
  @Get('me/devices')
  async list(@CurrentCaller() caller: Caller): Promise<readonly OwnDeviceView[]> {
    return (await this.devices.listOwn(caller)).map((device) => ownDeviceView(device, caller));
  }

  /** Sign one of the caller's devices out. Invitations that were made on it and that nobody has used fall with it. */
  @SignedIn()
  @KidsUnlimited()
  @Delete('me/devices/:deviceID')
  @Answers({ 404: 'The caller has no such device, or it is revoked already.' })
  async revoke(@CurrentCaller() caller: Caller, @Param('deviceID') deviceId: string): Promise<{ status: 'revoked' }> {
    await this.devices.revokeOwn(caller, deviceId);
    return { status: 'revoked' };
  }
}
