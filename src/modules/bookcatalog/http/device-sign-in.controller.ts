import { Controller, Delete, Get, Header, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import {
  CurrentAdministrator,
  CurrentCaller,
  type ActingAdministrator,
  type Caller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { rfc3339, type Rfc3339 } from '../../../core/http/rfc3339.js';
import type { FlowOwner, DeviceFlow, FlowStatus } from '../sign-in/device-flow.js';
import { DeviceSignInService } from '../sign-in/device-sign-in.service.js';

/** A sign-in that has begun. Source: doc 1 section 4 Book-catalog connection. */
interface BegunSignInView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What is to be typed in at `verification_uri`. */
  readonly user_code: string;
  readonly verification_uri: string;
  readonly expires_at: Rfc3339;
  /** Seconds between two checks; the provider isn't asked more often. */
  readonly interval: number;
}

/** How a sign-in stands. */
interface SignInStatusView {
  readonly flow_id: string;
  readonly status: FlowStatus;
  /** What went wrong, or what is being tried again. */
  readonly error?: string;
  /** Once it is connected. */
  readonly connection_id?: string;
  /** Seconds until the next check makes sense; it grows where the provider asks for that. */
  readonly interval: number;
}

const secondsOf = (ms: number): number => Math.ceil(ms / 1_000);

/** The wire form of what has begun. */
const begunSignInView = (flow: DeviceFlow): BegunSignInView => ({
  flow_id: flow.id,
  status: flow.status,
  user_code: flow.userCode,
  verification_uri: flow.verificationUri,
  expires_at: rfc3339(flow.expiresAt),
  interval: secondsOf(flow.intervalMs),
});

/** The wire form of how it stands. No code and no token is in it. */
const signInStatusView = ({ id, status, error, connectionId, intervalMs }: DeviceFlow): SignInStatusView => ({
  flow_id: id,
  status,
  ...(error === null ? {} : { error }),
  ...(connectionId === null ? {} : { connection_id: connectionId }),
  interval: secondsOf(intervalMs),
});

/** Connecting a book manager by signing in on another device. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog/device')
export class DeviceSignInController {
  constructor(private readonly signIn: DeviceSignInService) {}

  /** Begin a sign-in at the book catalog, which replaces any other for this instance. */
  @Post('begin')
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
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
  @Header('Cache-Control', 'no-store')
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
  @Header('Cache-Control', 'no-store')
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
