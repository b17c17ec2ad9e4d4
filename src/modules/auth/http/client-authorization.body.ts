import { IsIn, IsObject } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import type { OauthParameters } from '../auth.ports.js';
import { BegunBody } from './attempt.body.js';

const MOST_PARAMETERS = 32;
const MOST_VALUES = 4;
const LONGEST_VALUE = 4_096;
const OAUTH = `oauth must name at most ${MOST_PARAMETERS} parameters, each with a list of at most ${MOST_VALUES} texts`;

/** Body of the mcp/begin routes: somebody identifies themselves to authorize a client. Source: doc 3 sections 7.2 and 12.1. */
export class ClientAuthorizationBody extends BegunBody {
  @IsIn(['mcp'], { message: 'client must be mcp' })
  client: 'mcp';

  @IsObject({ message: OAUTH })
  oauth: Record<string, unknown>;
}

/**
 * What the client asks of the authorization endpoint.
 *
 * @throws AppError 400
 */
export function oauthParametersOf({ oauth }: ClientAuthorizationBody): OauthParameters {
  const entries = Object.entries(oauth);
  if (entries.length > MOST_PARAMETERS) throw badRequest(OAUTH);
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_VALUE;
  const parameters = entries.map(([name, values]): [string, readonly string[]] => {
    if (!Array.isArray(values) || values.length > MOST_VALUES || !values.every(isText)) throw badRequest(OAUTH);
    return [name, values];
  });
  return Object.fromEntries(parameters);
}
