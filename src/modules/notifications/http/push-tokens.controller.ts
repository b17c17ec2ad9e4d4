import { Body, Controller, Delete, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { PageOrigin } from '../../../core/http/page-origin.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { PushTokensService } from '../devices/push-tokens.service.js';
import { PUSH_TOKEN_BODY, pushedBy, type PushTokenBody } from './push.body.js';
import type { PushTokenView } from './push.view.js';

/** By what the devices of an account are pushed to. Source: doc 3 section 9.1, issue 24 Web Push. */
@Controller('api/devices/push-token')
export class PushTokensController {
  constructor(
    private readonly tokens: PushTokensService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /**
   * Store the push token of a device of the caller, or with `platform: "web"` the subscription of its browser, in place of any
   * earlier one. It ends wherever else it was registered, and with the device's session.
   */
  @SignedIn()
  @KidsUnlimited()
  @Post()
  @Answers({
    403: 'The device is not the caller’s, or was signed out.',
    503: 'Push messages to browsers are turned off.',
  })
  async register(
    @CurrentCaller() caller: Caller,
    @PageOrigin() page: string | null,
    @Body(new StrictBodyPipe(PUSH_TOKEN_BODY)) body: PushTokenBody,
  ): Promise<PushTokenView> {
    await this.tokens.register(caller, body.device_id, pushedBy(body, this.settings.webPushHosts, page));
    return { success: true };
  }

  /** Remove the push token of a device of the caller, or the subscription of its browser. */
  @SignedIn()
  @KidsUnlimited()
  @Delete(':deviceID')
  @Answers({ 404: 'The caller has no such device with a token.' })
  async remove(@CurrentCaller() caller: Caller, @Param('deviceID') deviceId: string): Promise<PushTokenView> {
    await this.tokens.remove(caller, deviceId);
    return { success: true };
  }
}
