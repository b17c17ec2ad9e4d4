import { IsString, MaxLength } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { Secret } from '../../../core/secrets/secret.js';

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
