import { Controller, Delete, Get, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import {
  CurrentAdministrator,
  CurrentCaller,
  type ActingAdministrator,
  type Caller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import type { FlowOwner } from '../sign-in/device-flow.js';
import { DeviceSignInService } from '../sign-in/device-sign-in.service.js';
import {
  begunSignInView,
  signInStatusView,
  type BegunSignInView,
  type SignInStatusView,
} from './device-sign-in.view.js';

/** Connecting a book manager by signing in on another device. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog/device')
export class DeviceSignInController {
  constructor(private readonly signIn: DeviceSignInService) {}

  /** Begin a sign-in at the book catalog, which replaces any other for this instance. */
  @Post('begin')
  @AdminOnly('instances:manage')
  @Answers({
    400: 'The instance is no book manager, or signing in is not set up on this server.',
    404: 'There is no such instance.',
    409: 'Somebody else has changed the connection meanwhile.',
    502: 'The book catalog can not be asked.',
  })
  async begin(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') instanceId: string,
  ): Promise<BegunSignInView> {
    return begunSignInView(await this.signIn.begin(admin, ownerOf(admin, instanceId)));
  }

  /** Get the state of a sign-in at the book catalog. The provider is asked no more often than it allows. */
  @Get(':flowID')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'This session has begun no such sign-in for this instance, or it was long ago.' })
  async check(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('flowID') flowId: string,
  ): Promise<SignInStatusView> {
    return signInStatusView(await this.signIn.check(flowId, ownerOf(caller, instanceId)));
  }

  /** Cancel a sign-in at the book catalog. One that is connected by then stays so, and says so. */
  @Delete(':flowID')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'This session has begun no such sign-in for this instance, or it was long ago.' })
  async cancel(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('flowID') flowId: string,
  ): Promise<SignInStatusView> {
    return signInStatusView(await this.signIn.cancel(flowId, ownerOf(caller, instanceId)));
  }
}

const ownerOf = ({ userId: adminId, deviceId }: Caller, instanceId: string): FlowOwner => ({
  adminId,
  deviceId,
  instanceId,
});
