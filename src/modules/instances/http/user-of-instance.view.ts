import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { LARGEST_ROW_ID } from '../../../core/database/row-id.js';
import type { UserOfInstance } from '../access/instance-users.service.js';

const MOST_USERS = 10_000;
const USERS = `user_ids must be a list of at most ${MOST_USERS} user ids`;

/** The exact set of accounts that shall hold or prefer an instance; it may be empty. Source: doc 3 section 3.2. */
export class UserSetBody {
  @IsArray({ message: USERS })
  @ArrayMaxSize(MOST_USERS, { message: USERS })
  @IsInt({ each: true, message: USERS })
  @Min(1, { each: true, message: USERS })
  @Max(LARGEST_ROW_ID, { each: true, message: USERS })
  user_ids: number[];
}

/** An account, and an instance that it holds or prefers. Source: doc 3 section 3.2. */
export interface UserOfInstanceView {
  readonly user_id: number;
  readonly instance_id: string;
}

export function userOfInstanceView({ userId, instanceId }: UserOfInstance): UserOfInstanceView {
  return { user_id: userId, instance_id: instanceId };
}
