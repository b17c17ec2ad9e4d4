import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { AssignmentsService, type AssignmentChange } from '../access/assignments.service.js';
import type { AssignmentRow } from '../access/assignment-rows.js';

const MOST_USERS = 10_000;
const SELECTION = `user_ids must be a list of 1 to ${MOST_USERS} user ids`;

/** Body of the assignments PATCH. Source: doc 1 section 4, routing rule 4. */
class AssignmentChangeBody {
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
interface AssignmentView {
  readonly user_id: number;
  readonly assigned: boolean;
  readonly preferred_instance_id: string | null;
  readonly effective_default_id: string | null;
}

function assignmentView(row: AssignmentRow): AssignmentView {
  return {
    user_id: row.userId,
    assigned: row.assigned,
    preferred_instance_id: row.preferredInstanceId,
    effective_default_id: row.effectiveDefaultId,
  };
}

/** Who may use an instance. Source: doc 1 section 4 Assignments and defaults, doc 3 section 3.2. */
@Controller('api/instances/:instanceID/assignments')
export class AssignmentsController {
  constructor(private readonly assignments: AssignmentsService) {}

  /** List which accounts may use an instance, and which prefer it. */
  @Get()
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async list(@Param('instanceID') id: string): Promise<AssignmentView[]> {
    return (await this.assignments.list(id)).map(assignmentView);
  }

  /** Assign an instance to accounts, or take it from them; all of them or none. */
  @Patch()
  @AdminOnly('instances:manage')
  @BodyLimit(1024 * 1024)
  @Answers({ 404: 'There is no such instance.' })
  async change(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: AssignmentChangeBody,
  ): Promise<AssignmentView[]> {
    const rows = await this.assignments.change(admin, id, { action: body.action, userIds: body.user_ids });
    return rows.map(assignmentView);
  }
}
