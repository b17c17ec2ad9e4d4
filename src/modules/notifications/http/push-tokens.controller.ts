import { Body, Controller, Delete, HttpCode, Param, Post } from '@nestjs/common';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { PushRegistration } from '../push/push-tokens.repository.js';
import { PushTokensService } from '../push/push-tokens.service.js';
import { PUSH_TOKEN_BODY } from './push.body.js';
import type { PushTokenView } from './push.view.js';

/** By which tokens the devices of an account are pushed to. Source: doc 3 section 9.1. */
@Controller('api/devices/push-token')
export class PushTokensController {
  constructor(private readonly tokens: PushTokensService) {}

  /**
   * Store the push token of a device of the caller, in place of any earlier one. The token ends wherever else it was
   * registered, and with the device's session.
   */
  @SignedIn()
  @KidsUnlimited()
  @Post()
  @HttpCode(200)
  @Answers({ 403: 'The device is not the caller’s, or was signed out.' })
  async register(
    @CurrentCaller() caller: Caller,
    @Body(new StrictBodyPipe(PUSH_TOKEN_BODY)) registration: Omit<PushRegistration, 'userId'>,
  ): Promise<PushTokenView> {
    await this.tokens.register(caller, registration);
    return { success: true };
  }

  /** Remove the push token of a device of the caller. */
  @SignedIn()
  @KidsUnlimited()
  @Delete(':deviceID')
  @Answers({ 404: 'The caller has no such device with a token.' })
  async remove(@CurrentCaller() caller: Caller, @Param('deviceID') deviceId: string): Promise<PushTokenView> {
    await this.tokens.remove(caller, deviceId);
    return { success: true };
  }
}
