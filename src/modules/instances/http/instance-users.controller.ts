import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsInt, Max, Min } from 'class-validator';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { LARGEST_ROW_ID } from '../../../core/database/portable-columns.js';
import { InstanceUsersService, type UserOfInstance } from '../access/instance-users.service.js';

const MOST_USERS = 10_000;
const USERS = `user_ids must be a list of at most ${MOST_USERS} user ids`;

/** The exact set of accounts that shall hold or prefer an instance; it may be empty. Source: doc 3 section 3.2. */
class UserSetBody {
  @IsArray({ message: USERS })
  @ArrayMaxSize(MOST_USERS, { message: USERS })
  @IsInt({ each: true, message: USERS })
  @Min(1, { each: true, message: USERS })
  @Max(LARGEST_ROW_ID, { each: true, message: USERS })
  user_ids: number[];
}

/** An account, and an instance that it holds or prefers. Source: doc 3 section 3.2. */
interface UserOfInstanceView {
  readonly user_id: number;
  readonly instance_id: string;
}

function userOfInstanceView({ userId, instanceId }: UserOfInstance): UserOfInstanceView {
  return { user_id: userId, instance_id: instanceId };
}

/** Who prefers an instance and who holds it, as whole sets. Source: doc 1 section 4, doc 3 section 3.2. */
@Controller('api/instances/:instanceID')
export class InstanceUsersController {
  constructor(private readonly users: InstanceUsersService) {}

  /** List which accounts prefer this instance. */
  @Get('users')
  @AdminOnly('instances:manage')
  @Answers({ 404: 'There is no such instance.' })
  async preferring(@Param('instanceID') id: string): Promise<UserOfInstanceView[]> {
    return (await this.users.preferring(id)).map(userOfInstanceView);
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
    return (await this.users.holding(id)).map(userOfInstanceView);
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
