import { Controller, Get, Param, Query } from '@nestjs/common';
import { MayBeKept } from '../../../core/http/may-be-kept.decorators.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import { HARDCOVER_COVERS } from '../../../clients/hardcover/hardcover.client.js';
import { OutOfTurn, RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { Answers, Relays } from '../../../core/http/answers.decorators.js';
import type { RawAnswer } from '../../../core/http/raw-answer.js';
import type { UnvalidatedQuery } from '../../../core/http/query-values.js';
import { BrowseAccessService } from '../access/browse-access.service.js';
import { instanceIdOf, type InstanceQuery } from '../access/instance-query.js';
import { PictureRelayService } from '../pictures/picture-relay.service.js';
import { TrendingBooksService } from '../books/trending-books.service.js';
import { trendingBooksView, type TrendingBooksView } from './trending-books.view.js';

/** Books to read. They carry no ratings, so a kids account sees them all. Source: doc 2 §4 Books. */
@MayBeKept()
@Controller('api/discover/books')
export class BooksController {
  constructor(
    private readonly access: BrowseAccessService,
    private readonly trends: TrendingBooksService,
    private readonly relay: PictureRelayService,
  ) {}

  /** List at most 50 trending books, through the connection of the caller's book manager. */
  @Get('trending')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Answers({
    400: 'The named instance is none, is no book manager, or none is configured.',
    403: 'The caller may not use this instance, or holds none.',
    502: 'The book catalog failed, or no longer accepts the token of the connection; the text says which.',
    503: 'The book catalog was asked too often, or the token of the connection can not be read.',
  })
  async trending(
    @CurrentCaller() caller: Caller,
    @Query() { instance_id: named }: UnvalidatedQuery<InstanceQuery>,
  ): Promise<TrendingBooksView> {
    const input = { caller, serviceType: 'book_manager', instanceId: instanceIdOf(named) } as const;
    return trendingBooksView(
      await this.access.browseInstance(input, ({ id }) => this.trends.of(id, shareOf(caller.userId))),
    );
  }

  /** Get a book cover by the path of its address. A query means nothing. */
  @OutOfTurn()
  @Get('images/*path')
  @RequirePermission('media:discover')
  @KidsUnlimited()
  @Relays('The picture: JPEG, PNG, WebP, GIF or AVIF, for a day in any cache.')
  @Answers({
    404: 'The path is none of a picture, or there is no such picture.',
    502: 'The book catalog failed, or what it answered is no picture.',
    503: 'Too many pictures are being waited for, by this account or by all. Try again after `Retry-After` seconds.',
  })
  cover(@CurrentCaller() caller: Caller, @Param('path') segments: readonly string[]): Promise<RawAnswer> {
    return this.relay.picture(HARDCOVER_COVERS, { segments }, shareOf(caller.userId));
  }
}
