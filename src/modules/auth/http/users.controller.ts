import { Body, Controller, Delete, Get, Param, Patch, Put } from '@nestjs/common';
import { AdminOnly } from '../../../core/access/access.decorators.js';
import { type ActingAdministrator, CurrentAdministrator } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { AccountRightsService } from '../accounts/account-rights.service.js';
import { AccountListService } from '../accounts/account-list.service.js';
import {
  AiAccessBody,
  RoleBody,
  SignInMethodsBody,
  signInMethodsOf,
  userRowView,
  type UserRowView,
} from './user.view.js';

const userIdOf = new IntIdPipe('user', 'invalid user ID');

/** How administrators see, change and delete accounts. Source: doc 1 section 4, doc 3 sections 5.1 and 5.2. */
@Controller('api/admin/users')
export class UsersController {
  constructor(
    private readonly accounts: AccountListService,
    private readonly rights: AccountRightsService,
  ) {}

  /** List all accounts. */
  @AdminOnly('users:manage')
  @Get()
  async list(): Promise<readonly UserRowView[]> {
    return (await this.accounts.all()).map(userRowView);
  }

  /** Change the role of an account. */
  @AdminOnly('users:manage')
  @Patch(':userID')
  @Answers({
    404: 'There is no such account.',
    409: 'Somebody must be left to administer the server, or it is a kids account.',
  })
  async changeRole(
    @Param('userID', userIdOf) userId: number,
    @Body() body: RoleBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.rights.changeRole(userId, body.role, admin));
  }

  /** Change how an account may sign in. */
  @AdminOnly('users:manage')
  @Patch(':userID/auth-methods')
  @Answers({ 404: 'There is no such account.', 409: 'Administrators may use every way.' })
  async changeSignInMethods(
    @Param('userID', userIdOf) userId: number,
    @Body() body: SignInMethodsBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.rights.changeSignInMethods(userId, signInMethodsOf(body), admin));
  }

  /** Allow or refuse an account the server's AI provider. */
  @AdminOnly('users:manage')
  @Put(':userID/ai-access')
  @Answers({ 404: 'There is no such account.' })
  async shareAi(
    @Param('userID', userIdOf) userId: number,
    @Body() body: AiAccessBody,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<UserRowView> {
    return userRowView(await this.rights.shareAi(userId, body.shared_ai_enabled, admin));
  }

  /** Delete an account, with its sessions and grants. */
  @AdminOnly('users:manage')
  @Delete(':userID')
  @Answers({ 404: 'There is no such account.', 409: 'Somebody must be left to administer the server.' })
  async delete(
    @Param('userID', userIdOf) userId: number,
    @CurrentAdministrator() admin: ActingAdministrator,
  ): Promise<{ status: 'deleted' }> {
    await this.rights.delete(userId, admin);
    return { status: 'deleted' };
  }
}
