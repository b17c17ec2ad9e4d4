import { PageOrigin } from '../../../core/http/request-origins.js';
import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit, SignedIn } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  type Caller,
  CurrentAdministrator,
  CurrentCaller,
} from '../../../core/access/caller.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import type { Settings } from '../../../core/config/settings.js';
import { InjectSettings } from '../../../core/core.module.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { Post } from '../../../core/http/post.decorators.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { PushDevicesService } from '../devices/push-devices.service.js';
import { PushTestService } from '../devices/push-test.service.js';
import type { PushPolicyInput, PushPreferencesInput } from '../push/push-categories.js';
import { PushPreferencesService } from '../push/push-preferences.service.js';
import { WebPushSendingService } from '../web-push/web-push-sending.service.js';
import { PUSH_POLICY_BODY, PUSH_PREFERENCES_BODY, PUSH_TOKEN_BODY, pushedBy, type PushTokenBody } from './push.body.js';
import {
  pushPolicyView,
  type PushPolicyView,
  pushPreferencesView,
  type PushPreferencesView,
  pushTestView,
  type PushTestView,
  type PushTokenView,
  type WebPushView,
} from './push.view.js';

/** Push messages: to which devices, what an account wants of them, and what the server sends at all. */
@Controller('api')
export class PushController {
  constructor(
    private readonly preferences: PushPreferencesService,
    private readonly devices: PushDevicesService,
    private readonly tests: PushTestService,
    private readonly browsers: WebPushSendingService,
    @InjectSettings() private readonly settings: Settings,
  ) {}

  /**
   * Store the push token of a device of the caller, or with `platform: "web"` the subscription of its browser, in place of any
   * earlier one. It ends wherever else it was registered, and with the device's session.
   */
  @SignedIn()
  @KidsUnlimited()
  @Post('devices/push-token')
  @Answers({
    403: 'The device is not the caller’s, or was signed out.',
    503: 'Push messages to browsers are turned off.',
  })
  async register(
    @CurrentCaller() caller: Caller,
    @PageOrigin() page: string | null,
    @Body(new StrictBodyPipe(PUSH_TOKEN_BODY)) body: PushTokenBody,
  ): Promise<PushTokenView> {
    await this.devices.register(caller, body.device_id, pushedBy(body, this.settings.webPushHosts, page));
    return { success: true };
  }

  /** Remove the push token of a device of the caller, or the subscription of its browser. */
  @SignedIn()
  @KidsUnlimited()
  @Delete('devices/push-token/:deviceID')
  @Answers({ 404: 'The caller has no such device with a token.' })
  async remove(@CurrentCaller() caller: Caller, @Param('deviceID') deviceId: string): Promise<PushTokenView> {
    await this.devices.remove(caller, deviceId);
    return { success: true };
  }

  /** Get the public key with which a browser subscribes. It stays the same for as long as the server keeps its data. */
  @SignedIn()
  @KidsUnlimited()
  @Get('notifications/web-push')
  @Answers({ 503: 'Push messages to browsers are turned off.' })
  async publicKey(): Promise<WebPushView> {
    return { public_key: await this.browsers.publicKey() };
  }

  /** Get what the caller wants to be pushed, and what the server sends of it. */
  @SignedIn()
  @KidsUnlimited()
  @Get('notifications/preferences')
  async readPreferences(@CurrentCaller() caller: Caller): Promise<PushPreferencesView> {
    return pushPreferencesView(await this.preferences.of(caller), this.tests);
  }

  /**
   * Set what the caller wants to be pushed. All flags are sent: one that is left out is switched off, but for `push_enabled`,
   * `request_auto_approved`, `media_server_access` and `new_album`, which stay as they are.
   */
  @SignedIn()
  @KidsUnlimited()
  @BodyLimit(8_192)
  @Put('notifications/preferences')
  async changePreferences(
    @CurrentCaller() caller: Caller,
    @Body(new StrictBodyPipe(PUSH_PREFERENCES_BODY)) input: PushPreferencesInput,
  ): Promise<PushPreferencesView> {
    return pushPreferencesView(await this.preferences.choose(caller, input), this.tests);
  }

  /** Test whether push messages reach the caller’s devices. */
  @SignedIn()
  @KidsUnlimited()
  @Post('notifications/test')
  @Answers({
    409: 'The server or the account has push messages turned off.',
    502: 'The push gateway can’t take the message, and there is no browser to push to.',
    503: 'No device of this kind can be pushed to.',
  })
  async testOwn(@CurrentCaller() caller: Caller): Promise<PushTestView> {
    return pushTestView(await this.tests.own(caller));
  }

  /** Get which push messages the server sends at all, and whether it can send any. */
  @AdminOnly('admin:*')
  @Get('admin/push-notifications')
  async readPolicy(): Promise<PushPolicyView> {
    return pushPolicyView(await this.preferences.currentPolicy(), this.tests);
  }

  /** Set which push messages the server sends at all. What is left out stays as it is. It holds with the next message. */
  @AdminOnly('admin:*')
  @Put('admin/push-notifications')
  async changePolicy(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(PUSH_POLICY_BODY)) input: PushPolicyInput,
  ): Promise<PushPolicyView> {
    return pushPolicyView(await this.preferences.changePolicy(admin, input), this.tests);
  }

  /** Test whether push messages reach the devices of an account. */
  @AdminOnly('users:manage')
  @Post('admin/users/:userID/test-push')
  @Answers({
    404: 'There is no such account.',
    409: 'The server or the account has push messages turned off.',
    502: 'The push gateway can’t take the message, and there is no browser to push to.',
    503: 'No device of this kind can be pushed to.',
  })
  async testAccount(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
  ): Promise<PushTestView> {
    return pushTestView(await this.tests.ofAccount(admin, userId));
  }
}
