import { IsOptional, IsString } from 'class-validator';
import { Body, Controller, Req } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import type { Request } from 'express';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Secret } from '../../../core/secrets/secret.js';
import { ProfileService } from '../accounts/profile.service.js';
import { bearerToken } from '../sessions/token-text.js';
import { PasswordChangeService } from '../passwords/password-change.service.js';

const TOO_SHORT = { message: 'password must be at least 8 characters' };
const CURRENT = { message: 'current_password must be a text' };

/** Body of POST /api/auth/password. Source: doc 3 section 1.1. */
export class PasswordBody {
  @IsString(TOO_SHORT)
  password: string;

  @IsOptional()
  @IsString(CURRENT)
  current_password?: string | null;
}

/** Body of POST /api/auth/hub-email. Source: doc 3 section 1.1. */
export class HubEmailBody {
  @IsString({ message: 'invalid email' })
  email: string;
}

/** What people change about their own account. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class OwnAccountController {
  constructor(
    private readonly passwords: PasswordChangeService,
    private readonly profile: ProfileService,
  ) {}

  /**
   * Change or set the caller's own password. Every other device of the account is signed out. The current one need
   * not be given by an account without one, nor, once and within 15 minutes of the redemption, by a session that an
   * invitation has opened.
   */
  @SignedIn()
  @KidsUnlimited()
  @RateLimited('auth')
  @Post('password')
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
  @Post('hub-email')
  async changeHubEmail(@Body() { email }: HubEmailBody, @CurrentCaller() caller: Caller): Promise<{ status: 'ok' }> {
    await this.profile.changeHubEmail(caller.userId, email);
    return { status: 'ok' };
  }
}
