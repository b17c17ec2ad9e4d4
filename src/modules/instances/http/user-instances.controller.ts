import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { UserInstances, type ByServiceType } from '../access/user-instances.js';
import { CHOSEN_DEFAULTS, GRANTED_SETS } from './by-service-type.body.js';

const USER_ID = new IntIdPipe('user');

/** What one account prefers and holds. Source: doc 1 section 4 Assignments and defaults, doc 3 section 3.2. */
@Controller('api/admin/users/:userID')
export class UserInstancesController {
  constructor(private readonly instances: UserInstances) {}

  @Get('default-instances')
  @AdminOnly('users:manage')
  async preferred(@Param('userID', USER_ID) userId: number): Promise<Record<string, string>> {
    return byName(await this.instances.preferred(userId));
  }

  @Put('default-instances')
  @AdminOnly('users:manage')
  async prefer(
    @Param('userID', USER_ID) userId: number,
    @Body(CHOSEN_DEFAULTS) choices: ByServiceType<string | null>,
  ): Promise<Record<string, string>> {
    return byName(await this.instances.prefer(userId, choices));
  }

  @Get('instance-grants')
  @AdminOnly('users:manage')
  async held(@Param('userID', USER_ID) userId: number): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.held(userId));
  }

  @Put('instance-grants')
  @AdminOnly('users:manage')
  async grant(
    @Param('userID', USER_ID) userId: number,
    @Body(GRANTED_SETS) sets: ByServiceType<readonly string[]>,
  ): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.grant(userId, sets));
  }
}

const byName = <T>(map: ByServiceType<T>): Record<string, T> => Object.fromEntries(map);
