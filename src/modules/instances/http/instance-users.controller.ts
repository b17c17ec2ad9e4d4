import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { InstanceUsersService } from '../access/instance-users.service.js';
import { userOfInstanceView, type UserOfInstanceView, UserSetBody } from './user-of-instance.view.js';

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
