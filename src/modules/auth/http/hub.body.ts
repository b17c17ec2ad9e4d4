import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsOptional } from 'class-validator';
import { badRequest } from '../../../core/errors/app-error.js';
import type { HubMapping } from '../hub/hub-candidates.service.js';
import { AttemptBody } from './attempt.body.js';

const MAPPINGS = { message: 'mappings must be a list of 1 to 200 pairs of user_id and hub_account_id' };
const TWICE = 'mappings must name each account once';

/** Body of the routes that begin a sign-in or a link by the hub. Source: doc 3 section 12.1. */
export class HubAttemptBody extends AttemptBody {
  /** Invitations are redeemed elsewhere. */
  @IsOptional()
  @IsIn([''], { message: 'invitation must be absent' })
  invitation?: string | null;
}

/** Body of PUT /api/admin/hub-auth. Source: doc 3 section 12.1. */
export class HubAuthBody {
  @IsBoolean({ message: 'enabled must be true or false' })
  enabled: boolean;

  @IsBoolean({ message: 'auto_create must be true or false' })
  auto_create: boolean;
}

/** Body of POST /api/admin/hub-auth/confirm. Source: doc 3 section 12.1. */
export class HubConfirmBody {
  @ArrayMinSize(1, MAPPINGS)
  @ArrayMaxSize(200, MAPPINGS)
  @IsArray(MAPPINGS)
  mappings: unknown[];
}

/**
 * The mappings of a body.
 *
 * @throws AppError 400 for what is none, and for accounts that are named twice
 */
export function hubMappingsOf({ mappings }: HubConfirmBody): readonly HubMapping[] {
  const read = mappings.map((sent): HubMapping => {
    const { user_id: userId, hub_account_id: hubAccountId } = (sent ?? {}) as Readonly<Record<string, unknown>>;
    if (!isId(userId) || !isId(hubAccountId)) throw badRequest(MAPPINGS.message);
    return { userId, hubAccountId: String(hubAccountId) };
  });
  const accounts = new Set(read.map(({ userId }) => userId));
  const identities = new Set(read.map(({ hubAccountId }) => hubAccountId));
  if (accounts.size < read.length || identities.size < read.length) throw badRequest(TWICE);
  return read;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;
