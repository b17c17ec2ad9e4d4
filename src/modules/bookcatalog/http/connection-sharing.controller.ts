import { z } from 'zod';
import { atMostItems } from '../../../core/http/at-most.js';
import { StrictBodyPipe } from '../../../core/http/strict-body.pipe.js';
import { ConnectionSharingService, type ShareOutcome, type ShareTarget } from '../links/connection-sharing.service.js';
import { Body, Controller, Param } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';

const MOST = 100;
const INSTANCES = `instances must be a list of 1 to ${MOST} of {instance_id, revision}`;
const CONNECTION = 'connection_id required';

const target = z.object(
  { instance_id: z.string(INSTANCES).min(1, INSTANCES).max(64, INSTANCES), revision: z.int(INSTANCES) },
  INSTANCES,
);

const body = z.object({
  connection_id: z.string(CONNECTION).min(1, CONNECTION).max(64, CONNECTION),
  instances: atMostItems(MOST, z.array(target, INSTANCES).min(1, INSTANCES).max(MOST, INSTANCES), INSTANCES),
});

/** The instances with which a connection is to be shared, as received. */
type ConnectionSharingInput = z.infer<typeof body>;

/** Body of POST /api/instances/{instanceID}/bookcatalog/apply. Source: doc 3 §12.5. */
const ConnectionSharingPipe = new StrictBodyPipe(body);

/** The targets of the request. */
const targetsOf = ({ instances }: ConnectionSharingInput): readonly ShareTarget[] =>
  instances.map(({ instance_id: instanceId, revision }) => ({ instanceId, revision }));

/** What became of an instance that was to use the connection. */
interface SharedConnectionView {
  readonly instance_id: string;
  readonly applied: boolean;
  /** Why it was not. */
  readonly error?: string;
}

/** What became of each. Source: doc 3 §12.5. */
interface SharedConnectionsView {
  readonly results: readonly SharedConnectionView[];
}

/** Sharing a connection to the book catalog. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog/apply')
export class ConnectionSharingController {
  constructor(private readonly sharing: ConnectionSharingService) {}

  /** Copy this instance's connection to other instances; the results say which accepted it. */
  @Post()
  @AdminOnly('instances:manage')
  @BodyLimit(64 * 1024)
  @Answers({
    400: 'The instance is no book manager.',
    404: 'There is no such instance.',
    409: 'The instance uses another connection, or one that the provider has ended.',
  })
  async apply(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') sourceId: string,
    @Body(ConnectionSharingPipe) input: ConnectionSharingInput,
  ): Promise<SharedConnectionsView> {
    return { results: (await this.sharing.apply(admin, sourceId, input.connection_id, targetsOf(input))).map(view) };
  }
}

const view = ({ instanceId, applied, error }: ShareOutcome): SharedConnectionView => ({
  instance_id: instanceId,
  applied,
  ...(error === null ? {} : { error }),
});
