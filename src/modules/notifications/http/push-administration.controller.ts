import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import type { PushPolicyInput } from '../push/push-categories.js';
import { PushPolicyService } from '../push/push-policy.service.js';
import { PushTestService } from '../devices/push-test.service.js';
import { TestedDevicesService } from '../devices/tested-devices.service.js';
import { PUSH_POLICY_BODY } from './push.body.js';
import { pushPolicyView, type PushPolicyView, pushTestView, type PushTestView } from './push.view.js';

/** What administrators set of push messages. Source: doc 3 sections 2.3 and 5.2, doc 4 section 5.3. */
@Controller('api/admin')
export class PushAdministrationController {
  constructor(
    private readonly policy: PushPolicyService,
    private readonly tests: PushTestService,
    private readonly devices: TestedDevicesService,
  ) {}

  /** Get which push messages the server sends at all, and whether it can send any. */
  @AdminOnly('admin:*')
  @Get('push-notifications')
  async read(): Promise<PushPolicyView> {
    return pushPolicyView(await this.policy.current(), this.devices);
  }

  /** Set which push messages the server sends at all. What is left out stays as it is. It holds with the next message. */
  @AdminOnly('admin:*')
  @Put('push-notifications')
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body(new StrictBodyPipe(PUSH_POLICY_BODY)) input: PushPolicyInput,
  ): Promise<PushPolicyView> {
    return pushPolicyView(await this.policy.change(admin, input), this.devices);
  }

  /** Test whether push messages reach the devices of an account. */
  @AdminOnly('users:manage')
  @Post('users/:userID/test-push')
  @Answers({
    404: 'There is no such account.',
    409: 'The server or the account has push messages turned off.',
    502: 'The push gateway can’t take the message, and there is no browser to push to.',
    503: 'No device of this kind can be pushed to.',
  })
  async test(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
  ): Promise<PushTestView> {
    return pushTestView(await this.tests.ofAccount(admin, userId));
  }
}
