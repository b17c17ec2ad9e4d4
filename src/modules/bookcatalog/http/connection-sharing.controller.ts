import { Body, Controller, Header, HttpCode, Param, Post } from '@nestjs/common';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { ConnectionSharingService, type ShareOutcome } from '../links/connection-sharing.service.js';
import { ConnectionSharingPipe, targetsOf, type ConnectionSharingInput } from './connection-sharing.body.js';

/** What became of an instance that was to use the connection. */
interface SharedConnectionView {
  readonly instance_id: string;
  readonly applied: boolean;
  /** Why it was not. */
  readonly error?: string;
}

/** What became of each. Source: doc 3 §12.5. */
export interface SharedConnectionsView {
  readonly results: readonly SharedConnectionView[];
}

/** Sharing a connection to the book catalog. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog/apply')
export class ConnectionSharingController {
  constructor(private readonly sharing: ConnectionSharingService) {}

  /** Copy this instance's connection to other instances; the results say which accepted it. */
  @Post()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @HttpCode(200)
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
