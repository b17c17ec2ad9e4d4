import { Body, Controller, Get, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { BodyLimit, SignedIn } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { PushPreferencesInput } from '../push/push-categories.js';
import { PushPreferencesService } from '../push/push-preferences.service.js';
import { PushTestService } from '../devices/push-test.service.js';
import { TestedDevicesService } from '../devices/tested-devices.service.js';
import { PUSH_PREFERENCES_BODY } from './push.body.js';
import { pushPreferencesView, type PushPreferencesView, pushTestView, type PushTestView } from './push.view.js';

/** What an account wants to be pushed. Source: doc 3 section 9.1, doc 4 section 5.3. */
@Controller('api/notifications')
export class PushPreferencesController {
  constructor(
    private readonly preferences: PushPreferencesService,
    private readonly tests: PushTestService,
    private readonly devices: TestedDevicesService,
  ) {}

  /** Get what the caller wants to be pushed, and what the server sends of it. */
  @SignedIn()
  @KidsUnlimited()
  @Get('preferences')
  async read(@CurrentCaller() caller: Caller): Promise<PushPreferencesView> {
    return pushPreferencesView(await this.preferences.of(caller), this.devices);
  }

  /**
   * Set what the caller wants to be pushed. All flags are sent: one that is left out is switched off, but for `push_enabled`,
   * `request_auto_approved`, `media_server_access` and `new_album`, which stay as they are.
   */
  @SignedIn()
  @KidsUnlimited()
  @BodyLimit(8_192)
  @Put('preferences')
  async change(
    @CurrentCaller() caller: Caller,
    @Body(new StrictBodyPipe(PUSH_PREFERENCES_BODY)) input: PushPreferencesInput,
  ): Promise<PushPreferencesView> {
    return pushPreferencesView(await this.preferences.choose(caller, input), this.devices);
  }

  /** Test whether push messages reach the caller’s devices. */
  @SignedIn()
  @KidsUnlimited()
  @Post('test')
  @Answers({
    409: 'The server or the account has push messages turned off.',
    502: 'The push gateway can’t take the message, and there is no browser to push to.',
    503: 'No device of this kind can be pushed to.',
  })
  async test(@CurrentCaller() caller: Caller): Promise<PushTestView> {
    return pushTestView(await this.tests.own(caller));
  }
}
