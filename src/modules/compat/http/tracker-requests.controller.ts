import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Query } from '@nestjs/common';
import { Post } from '../../../core/http/post.decorators.js';
import { CompatKey } from '../../../core/access/access.decorators.js';
import { CurrentIssuer, type KeyIssuer } from '../../../core/access/caller.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { TrackerRequestsService } from '../requests/tracker-requests.service.js';
import type { TrackerCounts } from '../requests/tracker-filter.js';
import { TrackerDecisionsService } from '../requests/tracker-decisions.service.js';
import { AccountDirectoryService } from '../people/account-directory.service.js';
import { requestListQuery, type RequestListQuery } from './request-list.query.js';
import { requestPageView, requestView, type RequestPageView, type RequestView } from './request.view.js';

const UNREADABLE = 'A library that this is about can not be read.';
const UNKNOWN = 'There is no such request for a film or a series.';

@Controller('api/v1/request')
export class TrackerRequestsController {
  constructor(
    private readonly requests: TrackerRequestsService,
    private readonly service: TrackerDecisionsService,
    private readonly people: AccountDirectoryService,
  ) {}

  /** List requests, part by part. */
  @CompatKey()
  @Get()
  @Answers({ 400: 'A parameter is not what the route takes.', 503: UNREADABLE })
  async list(@Query() query: UnvalidatedQuery<RequestListQuery>): Promise<RequestPageView> {
    const question = requestListQuery(query);
    return requestPageView(await this.requests.page(question), question, await this.people.look());
  }

  /** Count requests by their status. */
  @CompatKey()
  @Get('count')
  @Answers({ 503: UNREADABLE })
  counts(): Promise<TrackerCounts> {
    return this.requests.counts();
  }

  /** Get a request. */
  @CompatKey()
  @Get(':id')
  @Answers({ 404: UNKNOWN, 503: UNREADABLE })
  async one(@Param('id', new IntIdPipe('request')) id: number): Promise<RequestView> {
    return requestView(await this.service.require(id), await this.people.look());
  }

  /** Delete a request, and refund its allowance unless its delivery has begun. */
  @CompatKey()
  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  @Answers({ 404: UNKNOWN, 409: 'Its delivery is being written.' })
  async forget(@CurrentIssuer() issuer: KeyIssuer, @Param('id', new IntIdPipe('request')) id: number): Promise<void> {
    await this.service.forget(issuer, id);
  }

  /** Approve a pending request, as the administrator who issued the key. Answers it as it now reads. */
  @CompatKey()
  @Post(':id/approve')
  @Answers({
    400: 'It was decided already.',
    404: UNKNOWN,
    409: 'The requester may not use the library any more, or the series is matched otherwise by now.',
    502: 'The metadata provider failed.',
    503: UNREADABLE,
  })
  async approve(
    @CurrentIssuer() issuer: KeyIssuer,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<RequestView> {
    return requestView(await this.service.approve(issuer, id), await this.people.look());
  }

  /** Decline a pending request, as the administrator who issued the key. Answers it as it now reads. */
  @CompatKey()
  @Post(':id/decline')
  @Answers({ 400: 'It was decided already.', 404: UNKNOWN, 503: UNREADABLE })
  async decline(
    @CurrentIssuer() issuer: KeyIssuer,
    @Param('id', new IntIdPipe('request')) id: number,
  ): Promise<RequestView> {
    return requestView(await this.service.decline(issuer, id), await this.people.look());
  }
}
