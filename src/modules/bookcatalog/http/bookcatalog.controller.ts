import { Body, Controller, Delete, Get, Header, Param, Put } from '@nestjs/common';
import { IsString, MaxLength } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import { CatalogConnectionService, type ConnectionStatus } from '../links/catalog-connection.service.js';

const message = 'token must be the API token of the book catalog';

/** Body of PUT /api/instances/{instanceID}/bookcatalog. Source: doc 1 section 4 Book-catalog connection. */
class BookcatalogTokenBody {
  /** The API token, with or without the word Bearer before it. */
  @IsString({ message })
  @MaxLength(8192, { message })
  token: string;
}

/**
 * The token alone. Source: hardcover facts, Endpoint.
 *
 * @throws AppError 400 for what is no token
 */
function tokenOf({ token }: BookcatalogTokenBody): Secret {
  const bare = token.trim().replace(/^bearer\s+/i, '');
  if (!/^[\x21-\x7e]+$/.test(bare)) throw badRequest(message);
  return Secret.of(bare);
}

/** How an instance stands with the book catalog. Source: doc 1 section 2, Book-catalog connection status. */
interface BookcatalogStatusView {
  /** Always true: only book managers have such a connection. */
  readonly supported: true;
  /** Is there a connection? */
  readonly configured: boolean;
  /** Can one be made by signing in on another device? */
  readonly oauth_available: boolean;
  /** How the connection was made; null where there is none. */
  readonly method: 'token' | 'oauth' | null;
  /** The provider has ended the connection. */
  readonly reconnect_required: boolean;
  readonly connection_id?: string;
  /** Another one after every change of this instance's connection. */
  readonly revision: number;
}

/** The wire form of a status. */
function bookcatalogStatusView(status: ConnectionStatus): BookcatalogStatusView {
  const { connectionId, method, oauthAvailable, reconnectRequired, revision } = status;
  return {
    supported: true,
    configured: connectionId !== null,
    oauth_available: oauthAvailable,
    method,
    reconnect_required: reconnectRequired,
    ...(connectionId === null ? {} : { connection_id: connectionId }),
    revision,
  };
}

/** The connection of a book manager to the book catalog. Source: doc 1 section 4 Book-catalog connection. */
@Controller('api/instances/:instanceID/bookcatalog')
export class BookcatalogController {
  constructor(private readonly service: CatalogConnectionService) {}

  /** Get the state of the instance's connection to the book catalog. */
  @Get()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async status(@Param('instanceID') id: string): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.service.status(id));
  }

  /**
   * Connect the instance with an API token, after testing that it reads the catalog. Else the connection before it
   * stays.
   */
  @Put()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
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
    return bookcatalogStatusView(await this.service.connectByToken(admin, id, tokenOf(body)));
  }

  /** Disconnect the instance from the book catalog. Others that use it keep it. */
  @Delete()
  @AdminOnly('instances:manage')
  @Header('Cache-Control', 'no-store')
  @Answers({ 400: 'The instance is no book manager.', 404: 'There is no such instance.' })
  async disconnect(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
  ): Promise<BookcatalogStatusView> {
    return bookcatalogStatusView(await this.service.disconnect(admin, id));
  }
}
