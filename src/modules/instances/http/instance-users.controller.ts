import { Body, Controller, Get, Param, Patch, Put } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsIn, IsInt, Max, Min } from 'class-validator';
import { AdminOnly, BodyLimit } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { refusedMember } from '../../../core/http/refused-member.js';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import type { AssignmentRow } from '../access/assignment-rows.js';
import { type AssignmentChange, InstanceUsersService, type UserOfInstance } from '../access/instance-users.service.js';

const MOST_USERS = 10_000;
const USER_IDS = { name: 'user_ids', most: MOST_USERS };
const SELECTION = refusedMember(
  'not_a_filled_list',
  `user_ids must be a list of 1 to ${MOST_USERS} user ids`,
  USER_IDS,
);
const USERS = refusedMember('not_a_list', `user_ids must be a list of at most ${MOST_USERS} user ids`, USER_IDS);
const ACTION = refusedMember('not_one_of', 'action must be add or remove', { name: 'action', values: 'add, remove' });

/** Body of the assignments PATCH. */
class AssignmentChangeBody {
  @IsIn(['add', 'remove'], ACTION)
  action: AssignmentChange['action'];

  @IsArray(SELECTION)
  @ArrayMinSize(1, SELECTION)
  @ArrayMaxSize(MOST_USERS, SELECTION)
  @IsInt({ each: true, ...SELECTION })
  @Min(1, { each: true, ...SELECTION })
  @Max(LARGEST_ROW_ID, { each: true, ...SELECTION })
  user_ids: number[];
}

/** The assignment of one account to an instance. */
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

/** The exact set of accounts that shall hold or prefer an instance; it may be empty. */
class UserSetBody {
  @IsArray(USERS)
  @ArrayMaxSize(MOST_USERS, USERS)
  @IsInt({ each: true, ...USERS })
  @Min(1, { each: true, ...USERS })
  @Max(LARGEST_ROW_ID, { each: true, ...USERS })
  user_ids: number[];
}

/** An account, and an instance that it holds or prefers. */
interface UserOfInstanceView {
  readonly user_id: number;
  readonly instance_id: string;
}

function userOfInstanceView({ userId, instanceId }: UserOfInstance): UserOfInstanceView {
  return { user_id: userId, instance_id: instanceId };
}

/** Who holds an instance and who prefers it. */
@Controller('api/instances/:instanceID')
export class InstanceUsersController {
  constructor(private readonly users: InstanceUsersService) {}

  /** List which accounts may use an instance, and which prefer it. */
  @Get('assignments')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async assignments(@Param('instanceID') id: string): Promise<AssignmentView[]> {
    return (await this.users.assignments(id)).map(assignmentView);
  }

  /** Assign an instance to accounts, or take it from them; all of them or none. */
  @Patch('assignments')
  @AdminOnly('instances:manage')
  @BodyLimit(1024 * 1024)
  @Answers({ 404: 'There is no such instance.' })
  async changeAssignments(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: AssignmentChangeBody,
  ): Promise<AssignmentView[]> {
    const rows = await this.users.changeAssignments(admin, id, { action: body.action, userIds: body.user_ids });
    return rows.map(assignmentView);
  }

  /** List which accounts prefer this instance. */
  @Get('users')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async preferring(@Param('instanceID') id: string): Promise<UserOfInstanceView[]> {
    return (await this.users.usersPreferring(id)).map(userOfInstanceView);
  }

  /** Set which accounts prefer this instance: exactly these. */
  @Put('users')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async setPreferring(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: UserSetBody,
  ): Promise<UserOfInstanceView[]> {
    return (await this.users.setPreferring(admin, id, body.user_ids)).map(userOfInstanceView);
  }

  /** List which accounts may use this instance. */
  @Get('grant-users')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async holding(@Param('instanceID') id: string): Promise<UserOfInstanceView[]> {
    return (await this.users.usersHolding(id)).map(userOfInstanceView);
  }

  /** Set which accounts may use this instance: exactly these. */
  @Put('grant-users')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async setHolding(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('instanceID') id: string,
    @Body() body: UserSetBody,
  ): Promise<UserOfInstanceView[]> {
    return (await this.users.setHolding(admin, id, body.user_ids)).map(userOfInstanceView);
  }
}
