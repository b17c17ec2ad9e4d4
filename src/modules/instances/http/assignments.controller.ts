import { Body, Controller, Get, Param, Patch } from '@nestjs/common';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { AssignmentsService } from '../access/assignments.service.js';
import { AssignmentChangeBody, assignmentView, type AssignmentView } from './assignment.view.js';

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
