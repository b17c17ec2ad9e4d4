import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { CurrentAdministrator, type ActingAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { QualityProfilesService } from '../policy/quality-profiles.service.js';
import { RequestPoliciesService } from '../policy/request-policies.service.js';
import { GlobalRequestSettingsBody, UserRequestSettingsBody } from './request-settings.body.js';
import {
  changedGlobal,
  changedUser,
  globalSettingsResponse,
  userSettingsResponse,
  type GlobalRequestSettingsView,
  type UserRequestSettingsView,
} from './request-settings.view.js';

/** The request policy of the household and of each account. Source: doc 4 section 1.11. */
@Controller('api/admin')
export class RequestSettingsController {
  constructor(
    private readonly policies: RequestPoliciesService,
    private readonly profiles: QualityProfilesService,
  ) {}

  /** Get everybody's request policy, with the profiles to choose from. */
  @AdminOnly('requests:manage')
  @Get('request-settings')
  async household(): Promise<GlobalRequestSettingsView> {
    return globalSettingsResponse(await this.policies.household(), await this.profileNames());
  }

  /** Change everybody's request policy. What is left out stays. */
  @AdminOnly('requests:manage')
  @Put('request-settings')
  async setHousehold(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Body() body: GlobalRequestSettingsBody,
  ): Promise<GlobalRequestSettingsView> {
    const settings = await this.policies.changeHousehold(admin, (stored) => changedGlobal(stored, body));
    return globalSettingsResponse(settings, await this.profileNames());
  }

  /** Get an account's own request policy; null inherits everybody's. */
  @AdminOnly('requests:manage')
  @Get('users/:userID/request-settings')
  @Answers({ 404: 'There is no such account.' })
  async own(@Param('userID', new IntIdPipe('user')) userId: number): Promise<UserRequestSettingsView> {
    return userSettingsResponse(await this.policies.own(userId));
  }

  /** Change an account's own request policy; what is left out stays, null inherits everybody's. */
  @AdminOnly('requests:manage')
  @Put('users/:userID/request-settings')
  @Answers({ 404: 'There is no such account.' })
  async setOwn(
    @CurrentAdministrator() admin: ActingAdministrator,
    @Param('userID', new IntIdPipe('user')) userId: number,
    @Body() body: UserRequestSettingsBody,
  ): Promise<UserRequestSettingsView> {
    return userSettingsResponse(await this.policies.changeOwn(admin, userId, (stored) => changedUser(stored, body)));
  }

  private async profileNames() {
    const [films, series] = await Promise.all([
      this.profiles.ofFirstLibrary('movie_manager'),
      this.profiles.ofFirstLibrary('tv_manager'),
    ]);
    return { films, series };
  }
}
