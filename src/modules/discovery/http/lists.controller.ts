import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { notFound } from '../../../core/errors/app-error.js';
import { Answers, MayBeKept } from '../../../core/http/answers.decorators.js';
import type { RawJsonList } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { ListFeedsService } from '../../metadata/metadata.public.js';
import { KidsCutBy } from '../kids/discovery-kids.filter.js';
import { MixesKinds } from '../preferences/hidden-kinds.interceptor.js';
import { listedCut, ListedRows, listedWithoutKinds } from '../lists/listed-rows.js';
import {
  pageOf,
  type PageQuery,
  calendarDaysOf,
  listSegmentOf,
  listTypeOf,
  type CalendarQuery,
  type ListFeedQuery,
  type ListTypeQuery,
} from './discovery-query.js';

const REFUSALS = {
  502: 'The list provider failed, or the limits of a kids account could not be applied.',
  503: 'No client id for the list provider is stored, the provider was asked too often, or the limits of a kids account can not be read.',
} as const;

/** Answers are the list provider's JSON verbatim, bare arrays; a kids account gets what is within its limits. */
@MayBeKept()
@Controller('api/listprov')
export class ListsController {
  constructor(private readonly feeds: ListFeedsService) {}

  /** List what most people watch now, twenty at a time. */
  @Get('trending')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async trending(
    @CurrentCaller() caller: Caller,
    @Query() { type, page }: UnvalidatedQuery<ListFeedQuery>,
  ): Promise<RawJsonList> {
    return new ListedRows(await this.feeds.trending(listTypeOf(type), pageOf(page), shareOf(caller.userId)), 'named');
  }

  /** List titles with the best ratings, twenty at a time. */
  @Get('popular')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async popular(
    @CurrentCaller() caller: Caller,
    @Query() { type, page }: UnvalidatedQuery<ListFeedQuery>,
  ): Promise<RawJsonList> {
    const kind = listTypeOf(type);
    return new ListedRows(await this.feeds.popular(kind, pageOf(page), shareOf(caller.userId)), kind);
  }

  /** List anticipated titles, twenty at a time. */
  @Get('anticipated')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async mostAnticipated(
    @CurrentCaller() caller: Caller,
    @Query() { type, page }: UnvalidatedQuery<ListFeedQuery>,
  ): Promise<RawJsonList> {
    return new ListedRows(
      await this.feeds.mostAnticipated(listTypeOf(type), pageOf(page), shareOf(caller.userId)),
      'named',
    );
  }

  /**
   * List popular lists of the list provider's users, twenty at a time. For kids accounts there are none: nobody has
   * judged their names.
   */
  @Get('lists')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async lists(@CurrentCaller() caller: Caller, @Query() { page }: UnvalidatedQuery<PageQuery>): Promise<RawJsonList> {
    return new ListedRows(await this.feeds.popularLists(pageOf(page), shareOf(caller.userId)), 'lists');
  }

  /** List the films and series of a user's list, a hundred at a time. */
  @Get('lists/:user/:slug/items')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @MixesKinds(listedWithoutKinds)
  @Answers({
    ...REFUSALS,
    400: 'A name that no person or list has.',
    404: 'There is no such list, or it is not public.',
    503: 'No client id for the list provider is stored, the provider was asked too often, or the preferences or the limits of a kids account can not be read.',
  })
  async items(
    @CurrentCaller() caller: Caller,
    @Param('user') user: string,
    @Param('slug') slug: string,
    @Query() { page }: UnvalidatedQuery<PageQuery>,
  ): Promise<RawJsonList> {
    const named = [listSegmentOf('user', user), listSegmentOf('slug', slug)] as const;
    const items = await this.feeds.listItems(...named, pageOf(page), shareOf(caller.userId));
    if (!items) throw notFound();
    return new ListedRows(items, 'named');
  }

  /** List what comes out from today on: films by release, episodes by air date. */
  @Get('calendar')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async calendar(
    @CurrentCaller() caller: Caller,
    @Query() { type, days }: UnvalidatedQuery<CalendarQuery>,
  ): Promise<RawJsonList> {
    return new ListedRows(
      await this.feeds.calendar(listTypeOf(type), calendarDaysOf(days), shareOf(caller.userId)),
      'named',
    );
  }

  /**
   * List what the list provider recommends. It does so only to a person whom it knows, so that it is 502 as things
   * stand.
   */
  @Get('recommendations')
  @RequirePermission('media:discover')
  @KidsCutBy(listedCut)
  @Answers(REFUSALS)
  async recommendations(
    @CurrentCaller() caller: Caller,
    @Query() { type }: UnvalidatedQuery<ListTypeQuery>,
  ): Promise<RawJsonList> {
    const kind = listTypeOf(type);
    return new ListedRows(await this.feeds.recommendations(kind, shareOf(caller.userId)), kind);
  }
}
