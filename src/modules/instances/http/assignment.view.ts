import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { LARGEST_ROW_ID } from '../../../core/database/row-id.js';
import type { AssignmentChange } from '../access/assignments.service.js';
import type { AssignmentRow } from '../access/assignment-rows.js';

const MOST_USERS = 10_000;
const SELECTION = `user_ids must be a list of 1 to ${MOST_USERS} user ids`;

/** Body of the assignments PATCH. Source: doc 1 section 4, routing rule 4. */
export class AssignmentChangeBody {
  @IsIn(['add', 'remove'], { message: 'action must be add or remove' })
  action: AssignmentChange['action'];

  @IsArray({ message: SELECTION })
  @ArrayMinSize(1, { message: SELECTION })
  @ArrayMaxSize(MOST_USERS, { message: SELECTION })
  @IsInt({ each: true, message: SELECTION })
  @Min(1, { each: true, message: SELECTION })
  @Max(LARGEST_ROW_ID, { each: true, message: SELECTION })
  user_ids: number[];
}

/** The assignment of one account to an instance. Source: doc 1 section 2, assignment row. */
export interface AssignmentView {
  readonly user_id: number;
  readonly assigned: boolean;
  readonly preferred_instance_id: string | null;
  readonly effective_default_id: string | null;
}

export function assignmentView(row: AssignmentRow): AssignmentView {
  return {
    user_id: row.userId,
    assigned: row.assigned,
    preferred_instance_id: row.preferredInstanceId,
    effective_default_id: row.effectiveDefaultId,
  };
}
