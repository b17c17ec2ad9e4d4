import { IsString, MaxLength } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';
import type { ConnectionStatus } from '../links/catalog-connection.service.js';

const message = 'token must be the API token of the book catalog';

/** Body of PUT /api/instances/{instanceID}/bookcatalog. Source: doc 1 section 4 Book-catalog connection. */
export class BookcatalogTokenBody {
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
export function tokenOf({ token }: BookcatalogTokenBody): Secret {
  const bare = token.trim().replace(/^bearer\s+/i, '');
  if (!/^[\x21-\x7e]+$/.test(bare)) throw badRequest(message);
  return Secret.of(bare);
}

/** The connection of an instance to the book catalog. Source: doc 1 section 2, Book-catalog connection status. */
export interface BookcatalogStatusView {
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
export function bookcatalogStatusView(status: ConnectionStatus): BookcatalogStatusView {
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
