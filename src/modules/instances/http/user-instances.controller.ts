import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { UserInstancesService, type ByServiceType } from '../access/user-instances.service.js';
import { CHOSEN_DEFAULTS, GRANTED_SETS } from './by-service-type.body.js';

const USER_ID = new IntIdPipe('user');

/** What one account prefers and holds. Source: doc 1 section 4 Assignments and defaults, doc 3 section 3.2. */
@Controller('api/admin/users/:userID')
export class UserInstancesController {
  constructor(private readonly instances: UserInstancesService) {}

  /** Get the instance of each kind that an account prefers. */
  @Get('default-instances')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account.' })
  async preferred(@Param('userID', USER_ID) userId: number): Promise<Record<string, string>> {
    return byName(await this.instances.preferred(userId));
  }

  /** Change which instances an account prefers. Kinds that are left out stay. */
  @Put('default-instances')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account, or no such instance.' })
  async prefer(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', USER_ID) userId: number,
    @Body(CHOSEN_DEFAULTS) choices: ByServiceType<string | null>,
  ): Promise<Record<string, string>> {
    return byName(await this.instances.prefer(admin, userId, choices));
  }

  /** List the instances of each kind that an account may use. */
  @Get('instance-grants')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account.' })
  async held(@Param('userID', USER_ID) userId: number): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.held(userId));
  }

  /** Change which instances an account may use. Kinds that are left out stay. */
  @Put('instance-grants')
  @AdminOnly('users:manage')
  @Answers({ 404: 'There is no such account, or no such instance.' })
  async grant(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', USER_ID) userId: number,
    @Body(GRANTED_SETS) sets: ByServiceType<readonly string[]>,
  ): Promise<Record<string, readonly string[]>> {
    return byName(await this.instances.grant(admin, userId, sets));
  }
}

const byName = <T>(map: ByServiceType<T>): Record<string, T> => Object.fromEntries(map);
