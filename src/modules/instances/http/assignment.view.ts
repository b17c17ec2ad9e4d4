import type { AssignmentRow } from '../access/assignment-rows.js';

/** How one account stands to an instance. Source: doc 1 section 2, assignment row. */
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
