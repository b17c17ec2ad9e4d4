import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import {
  type ActingAdministrator,
  CurrentAdministrator,
  CurrentCaller,
  type Caller,
} from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { type SentenceView, sentenceView } from '../../../core/http/view-members.js';
import { CatalogConnectionService, type ShareOutcome, type ShareTarget } from '../links/catalog-connection.service.js';
import {
  bookcatalogStatusView,
  type BookcatalogStatusView,
  BookcatalogTokenBody,
  tokenOf,
  begunSignInView,
  signInStatusView,
  type BegunSignInView,
  type SignInStatusView,
} from './bookcatalog.view.js';
import { Post } from '../../../core/http/post.decorators.js';
import type { FlowOwner } from '../sign-in/device-flow.js';
import { DeviceSignInService } from '../sign-in/device-sign-in.service.js';
import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';
import { refusedValue, StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';

const MOST = 100;
const INSTANCES = refusedValue('not_a_list', `instances must be a list of 1 to ${MOST} of {instance_id, revision}`, {
  name: 'instances',
  most: MOST,
});
const CONNECTION = refusedValue('required', 'connection_id required', { name: 'connection_id' });

const target = z.object(
  { instance_id: z.string(INSTANCES).min(1, INSTANCES).max(64, INSTANCES), revision: z.int(INSTANCES) },
  INSTANCES,
);

const body = z.object({
  connection_id: z.string(CONNECTION).min(1, CONNECTION).max(64, CONNECTION),
  instances: atMostItems(MOST, z.array(target, INSTANCES).min(1, INSTANCES).max(MOST, INSTANCES), INSTANCES),
});

type ConnectionSharingInput = z.infer<typeof body>;

const ConnectionSharingPipe = new StrictBodyPipe(body);

const targetsOf = ({ instances }: ConnectionSharingInput): readonly ShareTarget[] =>
  instances.map(({ instance_id: instanceId, revision }) => ({ instanceId, revision }));

/** What became of an instance that was to use the connection. */
interface SharedConnectionView {
  readonly instance_id: string;
  readonly applied: boolean;
  /** Why it was not. */
  readonly error?: string;
  readonly sentence?: SentenceView;
}

/** What became of each. */
interface SharedConnectionsView {
  readonly results: readonly SharedConnectionView[];
}

/** The connection of a book manager to the book catalog: by a token, by a sign-in on another device, or another manager's. */
@Controller('api/instances/:instanceID/bookcatalog')
export class BookcatalogController {
  constructor(
    private readonly connections: CatalogConnectionService,
    private readonly signIn: DeviceSignInService,
  ) {}

  /** Get the state of the instance's connection to the book catalog. */
  @Get()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async status(@Param('instanceID') id: string): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.connections.status(id));
  }

  /**
   * Connect the instance with an API token, after testing that it reads the catalog. Else the connection before it
   * stays.
   */
  @Put()
  @AdminOnly('instances:manage')
  @Answers({
    400: 'The instance is no book manager, the token is not accepted, or it may not read the catalog.',
    404: 'There is no such instance.',
    409: 'Somebody else has changed the connection meanwhile.',
    502: 'The book catalog can not be asked.',
  })
  async connect(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: BookcatalogTokenBody,
  ): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.connections.connectByToken(admin, id, tokenOf(body)));
  }

  /** Disconnect the instance from the book catalog. Others that use it keep it. */
  @Delete()
  @AdminOnly('instances:manage')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async disconnect(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
  ): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.connections.disconnect(admin, id));
  }

  /** Begin a sign-in at the book catalog, which replaces any other for this instance. */
  @Post('device/begin')
  @AdminOnly('instances:manage')
  @Answers({
    400: 'The instance is no book manager, or signing in is not set up on this server.',
    404: 'There is no such instance.',
    409: 'Somebody else has changed the connection meanwhile.',
    502: 'The book catalog can not be asked.',
  })
  async beginSignIn(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') instanceId: string,
  ): Promise<BegunSignInView> {
    return begunSignInView(await this.signIn.begin(admin, ownerOf(admin, instanceId)));
  }

  /** Get the state of a sign-in at the book catalog. The provider is asked no more often than it allows. */
  @Get('device/:flowID')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'This session has begun no such sign-in for this instance, or it was long ago.' })
  async checkSignIn(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('flowID') flowId: string,
  ): Promise<SignInStatusView> {
    return signInStatusView(await this.signIn.check(flowId, ownerOf(caller, instanceId)));
  }

  /** Cancel a sign-in at the book catalog. One that is connected by then stays so, and says so. */
  @Delete('device/:flowID')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'This session has begun no such sign-in for this instance, or it was long ago.' })
  async cancelSignIn(
    @CurrentCaller() caller: Caller,
    @Param('instanceID') instanceId: string,
    @Param('flowID') flowId: string,
  ): Promise<SignInStatusView> {
    return signInStatusView(await this.signIn.cancel(flowId, ownerOf(caller, instanceId)));
  }

  /** Copy this instance's connection to other instances; the results say which accepted it. */
  @Post('apply')
  @AdminOnly('instances:manage')
  @BodyLimit(64 * 1024)
  @Answers({
    400: 'The instance is no book manager.',
    404: 'There is no such instance.',
    409: 'The instance uses another connection, or one that the provider has ended.',
  })
  async share(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') sourceId: string,
    @Body(ConnectionSharingPipe) input: ConnectionSharingInput,
  ): Promise<SharedConnectionsView> {
    return {
      results: (await this.connections.share(admin, sourceId, input.connection_id, targetsOf(input))).map(
        sharedConnectionView,
      ),
    };
  }
}

const ownerOf = ({ userId: adminId, deviceId }: Caller, instanceId: string): FlowOwner => ({
  adminId,
  deviceId,
  instanceId,
});

const sharedConnectionView = ({ instanceId, applied, error }: ShareOutcome): SharedConnectionView => ({
  instance_id: instanceId,
  applied,
  ...(error && { error: error.text, sentence: sentenceView(error) }),
});
