import { Controller, Get, Req } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import type { Request } from 'express';
import { isSecureContext, nativePasskeys, type NativePasskeys } from '../passkeys/passkey-surroundings.js';
import { Public, SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { type OidcStatus, OidcStatusService } from '../oidc/oidc-status.service.js';
import { ProfileService } from '../accounts/profile.service.js';
import { HubAuthService } from '../hub/hub-auth.service.js';
import { SignedInDevicesService } from '../sessions/signed-in-devices.service.js';
import { SetupCodeService } from '../setup/setup-code.service.js';
import { SetupStateService } from '../setup/setup-state.service.js';
import { profileView, type ProfileView } from './account.view.js';

/** The answer of GET /api/auth/status. What is switched off is left out. Source: doc 3 section 1.3. */
export interface StatusView {
  readonly needs_setup: boolean;
  /** The first account is made without a setup code. Left out where one is asked for, and once there is an account. */
  readonly setup_code_off?: true;
  readonly webauthn_available: boolean;
  readonly native_passkeys: {
    readonly apple_configured: boolean;
    readonly android_configured: boolean;
    readonly windows_origin_trusted: boolean;
  };
  /** Left out where nobody signs in by Plex. */
  readonly hub_available?: true;
  /** Left out where nobody signs in by single sign-on. */
  readonly sso_available?: true;
  /** What the button says. */
  readonly sso_provider?: string;
  /** Members sign in by single sign-on alone. */
  readonly sso_only?: true;
  /** Where the browser starts and ends: the external address. */
  readonly sso_origin?: string;
  /** Why single sign-on doesn't work. */
  readonly sso_error?: string;
}

/** What a client must know before anybody has signed in. */
function statusView(facts: {
  readonly setupDone: boolean;
  readonly codeOff: boolean;
  readonly secureContext: boolean;
  readonly native: NativePasskeys;
  readonly hubAvailable: boolean;
  readonly sso: OidcStatus;
}): StatusView {
  return {
    needs_setup: !facts.setupDone,
    ...(facts.codeOff && !facts.setupDone ? { setup_code_off: true } : {}),
    webauthn_available: facts.secureContext,
    native_passkeys: {
      apple_configured: facts.native.apple,
      android_configured: facts.native.android,
      windows_origin_trusted: facts.native.windows,
    },
    ...(facts.hubAvailable ? { hub_available: true } : {}),
    ...ssoView(facts.sso),
  };
}

const ssoView = ({ available, provider, only, origin, error }: OidcStatus) => ({
  ...(available ? { sso_available: available } : {}),
  ...(provider === undefined ? {} : { sso_provider: provider }),
  ...(only ? { sso_only: only } : {}),
  ...(origin === undefined ? {} : { sso_origin: origin }),
  ...(error === undefined ? {} : { sso_error: error }),
});

/** What holds before and during a session, and its end. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class SessionController {
  constructor(
    private readonly setup: SetupStateService,
    private readonly code: SetupCodeService,
    private readonly profile: ProfileService,
    private readonly devices: SignedInDevicesService,
    private readonly hubAuth: HubAuthService,
    private readonly sso: OidcStatusService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /** Get what a client must know before anybody signs in. */
  @Public()
  @Get('status')
  @Answers({ 503: 'The storage can not be used for now. Try again shortly.' })
  async status(@Req() request: Request): Promise<StatusView> {
    // A client of HTTP/1.0 need not name a host, whatever the types of Express say.
    const host = (request.host as string | undefined) ?? '';
    const reached = { secure: request.secure, host };
    return statusView({
      setupDone: await this.setup.isComplete(),
      codeOff: this.code.isOff,
      secureContext: isSecureContext(reached),
      native: nativePasskeys(reached, this.settings),
      hubAvailable: (await this.hubAuth.current()).enabled,
      sso: await this.sso.current(),
    });
  }

  /** Get the caller's own account. */
  @SignedIn()
  @KidsUnlimited()
  @Get('me')
  async me(@CurrentCaller() caller: Caller): Promise<ProfileView> {
    return profileView(await this.profile.of(caller.userId));
  }

  /** Sign the caller's device out. */
  @SignedIn()
  @KidsUnlimited()
  @Post('logout')
  async logOut(@CurrentCaller() caller: Caller): Promise<{ status: 'signed_out' }> {
    await this.devices.signOut(caller.deviceId);
    return { status: 'signed_out' };
  }
}
