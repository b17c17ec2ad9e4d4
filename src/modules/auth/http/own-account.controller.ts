import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RateLimited, SignedIn } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { Secret } from '../../../core/secrets/secret.js';
import { HubEmail } from '../accounts/hub-email.js';
import { PasswordChange } from '../passwords/password-change.js';
import { HubEmailBody, PasswordBody } from './own-account.body.js';

/** What people change about their own account. Source: doc 3 section 1.1. */
@Controller('api/auth')
export class OwnAccountController {
  constructor(
    private readonly passwords: PasswordChange,
    private readonly hubEmail: HubEmail,
  ) {}

  /** Changes or sets the caller's own password. Every other session of the account ends. */
  @SignedIn()
  @RateLimited('auth')
  @Post('password')
  @HttpCode(200)
  @Answers({ 403: 'The current password is wrong, or the account is not to have one.' })
  async changePassword(@Body() body: PasswordBody, @CurrentCaller() caller: Caller): Promise<{ status: 'ok' }> {
    const wish = { next: Secret.of(body.password), current: Secret.of(body.current_password ?? '') };
    await this.passwords.change(caller, wish);
    return { status: 'ok' };
  }

  /** Changes the address by which the caller is known to the media hub. */
  @SignedIn()
  @RateLimited('auth')
  @Post('hub-email')
  @HttpCode(200)
  async changeHubEmail(@Body() { email }: HubEmailBody, @CurrentCaller() caller: Caller): Promise<{ status: 'ok' }> {
    await this.hubEmail.change(caller.userId, email);
    return { status: 'ok' };
  }
}
