import { Controller, Get, Param, Query } from '@nestjs/common';
import { trackerUserNotFound } from '../compat.errors.js';
import { AccountDirectoryService, type TrackerPeople } from '../people/account-directory.service.js';
import type { TrackerUserView } from '../people/tracker-user.js';
import { pageInfoView, type PageInfoView, pageSpan, type PageSpan, type PageSpanQuery } from './page.view.js';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';

/** A part of the list of accounts. */
export interface UserPageView {
  readonly pageInfo: PageInfoView;
  readonly results: readonly TrackerUserView[];
}

function userPageView(people: TrackerPeople, span: PageSpan): UserPageView {
  return { pageInfo: pageInfoView(people.total, span), results: people.page(span.skip, span.take) };
}

/** @throws AppError 404 */
function requireUser(people: TrackerPeople, userId: number): TrackerUserView {
  const user = people.user(userId);
  if (!user) throw trackerUserNotFound();
  return user;
}

@Controller('api/v1/user')
export class TrackerUsersController {
  constructor(private readonly people: AccountDirectoryService) {}

  /** List accounts, part by part, oldest first. */
  @CompatKey()
  @Get()
  async list(@Query() query: UnvalidatedQuery<PageSpanQuery>): Promise<UserPageView> {
    const span = pageSpan(query);
    return userPageView(await this.people.look(), span);
  }

  /** Get an account. */
  @CompatKey()
  @Get(':id')
  @Answers({ 404: 'There is no such account.' })
  async read(@Param('id', new IntIdPipe('user')) userId: number): Promise<TrackerUserView> {
    return requireUser(await this.people.look(), userId);
  }
}
