import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { LARGEST_ROW_ID } from '../../../core/database/row-id.js';

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
