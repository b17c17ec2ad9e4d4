import { Controller, Get, Header, HttpCode, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Public, SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { ProfileService } from '../accounts/profile.service.js';
import { isSecureContext, nativePasskeys } from '../passkeys/passkey-surroundings.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import { SetupStateService } from '../setup/setup-state.service.js';
import { profileView, type ProfileView } from './account.view.js';
import { statusView, type StatusView } from './status.view.js';

/** What holds before and during a session, and its end. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly setup: SetupStateService,
    private readonly profile: ProfileService,
    private readonly devices: SignedInDevicesService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get what a client must know before anybody signs in. */
  @Public()
  @Get('status')
  @Header('Cache-Control', 'no-store')
  @Answers({ 503: 'The storage can not be used for now. Try again shortly.' })
  async status(@Req() request: Request): Promise<StatusView> {
    // A client of HTTP/1.0 need not name a host, whatever the types of Express say.
    const host = (request.host as string | undefined) ?? '';
    const reached = { secure: request.secure, host };
    return statusView({
      setupDone: await this.setup.isComplete(),
      secureContext: isSecureContext(reached),
      native: nativePasskeys(reached, this.settings),
    });
  }

  /** Get the caller's own account. */
  @SignedIn()
  @KidsUnlimited()
  @Get('me')
  @Header('Cache-Control', 'no-store')
  async me(@CurrentCaller() caller: Caller): Promise<ProfileView> {
    return profileView(await this.profile.of(caller.userId));
  }

  /** Sign the caller's device out. */
  @SignedIn()
  @KidsUnlimited()
  @Post('logout')
  @HttpCode(200)
  async logOut(@CurrentCaller() caller: Caller): Promise<{ status: 'signed_out' }> {
    await this.devices.signOut(caller.deviceId);
    return { status: 'signed_out' };
  }
}
