import { Controller, Get, Param, Query } from '@nestjs/common';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { Unjudged } from '../../../core/http/unjudged.js';
import { AccountDirectoryService } from '../people/account-directory.service.js';
import type { LedgerUserView } from '../people/ledger-user.js';
import { pageSpan, type PageSpanQuery } from './page-span.query.js';
import { requireUser, userPageView, type UserPageView } from './ledger-users.view.js';

/** The people who ask, for tools that speak the tracker's interface. Source: doc 2 section 4. */
@Controller('api/v1/user')
export class LedgerUsersController {
  constructor(private readonly people: AccountDirectoryService) {}

  /** List accounts, part by part, oldest first. */
  @CompatKey()
  @Get()
  async list(@Query() query: Unjudged<PageSpanQuery>): Promise<UserPageView> {
    const span = pageSpan(query);
    return userPageView(await this.people.look(), span);
  }

  /** Get an account. */
  @CompatKey()
  @Get(':id')
  @Answers({ 404: 'There is no such account.' })
  async read(@Param('id', new IntIdPipe('user')) userId: number): Promise<LedgerUserView> {
    return requireUser(await this.people.look(), userId);
  }
}
