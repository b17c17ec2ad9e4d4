import { IsIn, IsObject, IsOptional, IsString, Matches, MaxLength } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import type { AttemptStart } from '../attempts/attempts.service.js';
import type { OauthParameters } from '../auth.ports.js';
import { tooLong } from './refused-members.js';
import { deviceOf } from './sign-in.body.js';

const CHALLENGE = refusedMember(
  'invalid_challenge',
  'challenge must be the SHA-256 of a verifier: 43 characters of base64url',
);
const CLIENT = refusedMember('not_one_of', 'client must be web or mobile', { name: 'client', values: 'web, mobile' });
const MCP = refusedMember('not_one_of', 'client must be mcp', { name: 'client', values: 'mcp' });
const DEVICE_NAME = tooLong('device_name', 200);
const HARDWARE_ID = tooLong('hardware_id', 200);
const VERIFIER = refusedMember('invalid_verifier', 'verifier must be 43 to 128 characters', { least: 43, most: 128 });
const FLOW = refusedMember('required', 'flow is required', { name: 'flow' });
const CODE = refusedMember('required', 'code is required', { name: 'code' });

/** What begins an attempt, whichever client it is for. */
export class BegunBody {
  @Matches(/^[A-Za-z0-9_-]{43}$/, CHALLENGE)
  @IsString(CHALLENGE)
  challenge: string;

  @IsOptional()
  @MaxLength(200, DEVICE_NAME)
  @IsString(DEVICE_NAME)
  device_name?: string | null;

  @IsOptional()
  @MaxLength(200, HARDWARE_ID)
  @IsString(HARDWARE_ID)
  hardware_id?: string | null;
}

/** Body of the routes that begin a sign-in or a link. */
export class AttemptBody extends BegunBody {
  @IsIn(['web', 'mobile'], CLIENT)
  client: 'web' | 'mobile';
}

/** What proves that a call comes from the client that has begun the attempt. */
export class AttemptProofBody {
  @MaxLength(128, FLOW)
  @IsString(FLOW)
  flow: string;

  @Matches(/^[A-Za-z0-9._~-]{43,128}$/, VERIFIER)
  @IsString(VERIFIER)
  verifier: string;
}

/** Body of the routes that exchange a code. */
export class ExchangeBody extends AttemptProofBody {
  @MaxLength(128, CODE)
  @IsString(CODE)
  code: string;
}

export function startOf(body: BegunBody & Pick<AttemptStart, 'client'>, holder: string): AttemptStart {
  return { client: body.client, challenge: body.challenge, device: deviceOf(body), holder };
}

const MOST_PARAMETERS = 32;
const MOST_VALUES = 4;
const LONGEST_VALUE = 4_096;
const OAUTH = [
  'invalid_oauth_parameters',
  `oauth must name at most ${MOST_PARAMETERS} parameters, each with a list of at most ${MOST_VALUES} texts`,
  { most: MOST_PARAMETERS, most_values: MOST_VALUES },
] as const;

/** Body of the mcp/begin routes: somebody identifies themselves to authorize a client. */
export class ClientAuthorizationBody extends BegunBody {
  @IsIn(['mcp'], MCP)
  client: 'mcp';

  @IsObject(refusedMember(...OAUTH))
  oauth: Record<string, unknown>;
}

/** @throws AppError 400 */
export function oauthParametersOf({ oauth }: ClientAuthorizationBody): OauthParameters {
  const entries = Object.entries(oauth);
  if (entries.length > MOST_PARAMETERS) throw badRequest(...OAUTH);
  const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= LONGEST_VALUE;
  const parameters = entries.map(([name, values]): [string, readonly string[]] => {
    if (!Array.isArray(values) || values.length > MOST_VALUES || !values.every(isText)) throw badRequest(...OAUTH);
    return [name, values];
  });
  return Object.fromEntries(parameters);
}
