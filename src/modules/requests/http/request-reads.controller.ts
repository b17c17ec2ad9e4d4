import { Controller, Get, Param, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { type Caller, CurrentCaller } from '../../../core/access/caller.js';
import { KidsJudgedByService, KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { IntIdPipe } from '../../../core/http/int-id.pipe.js';
import { queryFlag, queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { optional } from '../../../core/http/view-members.js';
import { ListedLibraryService } from '../../library/library.public.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { ShownStatus } from '../kinds/request-status.js';
import { RequestChoicesService } from '../policy/request-choices.service.js';
import { RequesterLimitsService } from '../policy/requester-limits.service.js';
import type { RetiredCatalogView } from '../requests.errors.js';
import { isShared, LIBRARY_KINDS } from '../saved/work.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { type TitleBadge, TitleStatusesService } from '../status/title-statuses.service.js';
import { savedReceipt, type SavedReceiptView } from './request-members.view.js';
import {
  albumTitle,
  askedStatuses,
  bookQuestion,
  type BookStatusQuery,
  deliveryQuestion,
  type DeliveryStatusQuery,
  type LibraryQuery,
  ownPage,
  type OwnRequestsQuery,
  queryMediaType,
  queryTitleKind,
  type TitleStatusesQuery,
} from './request-reads.query.js';
import { optionsResponse, type RequestOptionsView } from './request-settings.controller.js';
import {
  nothingSaved,
  type OwnRequestView,
  pictureEntry,
  receiptResponse,
  requestLogEntry,
  titleResponse,
  type TitleStatusView,
} from './request.view.js';

/** What cards of titles show, by their ids as they were asked for. Titles that may not be shown are left out. */
interface TitleBadgesView {
  readonly movies: Readonly<Record<string, TitleBadgeView>>;
  readonly series: Readonly<Record<string, TitleBadgeView>>;
  /** Only where albums were asked for. */
  readonly albums?: Readonly<Record<string, TitleBadgeView>>;
  /** Only where books were asked for. */
  readonly books?: Readonly<Record<string, TitleBadgeView>>;
}

interface TitleBadgeView {
  readonly status: ShownStatus;
  /**
   * 0 to 1.
   *
   * @fraction
   */
  readonly progress: number;
  /** False when the library can't be read: the saved status is shown then. */
  readonly status_known: boolean;
  /** The caller's own newest request for it. */
  readonly request_id?: number;
}

const badgesById = (badges: ReadonlyMap<number | string, TitleBadge>): Record<string, TitleBadgeView> =>
  Object.fromEntries(
    [...badges].map(([id, { now, requestId }]) => [
      String(id),
      {
        status: now.status,
        progress: now.progress,
        status_known: now.statusKnown,
        ...optional('request_id', requestId),
      },
    ]),
  );

/** The parameters of an album's status. */
interface MusicStatusQuery extends Pick<LibraryQuery, 'instance_id'> {
  /** Id of its release group. */
  readonly foreign_id: string;
  /** Combine it with the caller's own requests; true by default. */
  readonly include_saved?: boolean;
}

/** GET /api/requests/music-saved. */
interface MusicSavedView {
  /** The newest request for each album, newest first. */
  readonly requests: readonly SavedReceiptView[];
}

/** A kids account whose limits can't be applied. */
const NOT_JUDGED = {
  502: 'A title could not be judged for a kids account.',
  503: 'The limits of a kids account can not be read.',
};

/** The parameters of a title's status. */
interface TitleStatusQuery extends Pick<LibraryQuery, 'instance_id'> {
  /** `movie` by default. */
  readonly media_type?: TitleKind;
  /** Include the status in every other library that the caller may use; false by default. */
  readonly include_instance_statuses?: boolean;
}
@Controller('api/requests')
export class RequestReadsController {
  constructor(
    private readonly statuses: RequestStatusService,
    private readonly titles: TitleStatusesService,
    private readonly choices: RequestChoicesService,
    private readonly limits: RequesterLimitsService,
    private readonly libraries: ListedLibraryService,
  ) {}

  /** List the caller's own requests, newest first. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get()
  @Answers(NOT_JUDGED)
  async own(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<OwnRequestsQuery>,
  ): Promise<readonly OwnRequestView[]> {
    const page = ownPage(query);
    if (page) return (await this.statuses.ownPage(caller, page)).map((one) => pictureEntry(one, caller.role));
    return (await this.limits.within(caller, await this.statuses.own(caller))).map((view) =>
      requestLogEntry(view, caller.role),
    );
  }

  /** Get what cards of titles show: the status of each in the caller's libraries. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get('statuses')
  @Answers(NOT_JUDGED)
  async statusesOf(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<TitleStatusesQuery>,
  ): Promise<TitleBadgesView> {
    const asked = askedStatuses(query);
    const [movies, series, albums, books] = await Promise.all([
      this.titles.badges(caller, { mediaType: 'movie', tmdbIds: asked.movies }),
      this.titles.badges(caller, { mediaType: 'tv', tmdbIds: asked.series }),
      asked.albums && this.titles.catalogBadges(caller, { mediaType: 'music', keys: asked.albums }),
      asked.books && this.titles.catalogBadges(caller, { mediaType: 'book', keys: asked.books }),
    ]);
    return {
      movies: badgesById(movies),
      series: badgesById(series),
      ...optional('albums', albums, badgesById),
      ...optional('books', books, badgesById),
    };
  }

  /** List what the caller may choose when requesting a title in a library. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get('options')
  @Answers({
    403: 'The caller may not use this library.',
    404: 'The library is gone.',
    502: 'The library failed.',
    503: 'The library can not be read for now.',
  })
  async options(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<LibraryQuery>,
  ): Promise<RequestOptionsView> {
    const mediaType = queryMediaType(query.media_type);
    const instanceId = queryWord('instance_id', query.instance_id);
    await this.limits.requireReadable(caller);
    return optionsResponse(await this.choices.of(caller, mediaType, instanceId));
  }

  /** Get the status of a request, by its receipt or by its title. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get('delivery-status')
  @Answers<{ 410: RetiredCatalogView }>({
    403: "The receipt is not the caller's, or the library is not.",
    404: 'There is no such series, or the title is outside the limits of a kids account.',
    410: 'The book belongs to a retired catalog.',
    ...NOT_JUDGED,
  })
  async deliveryStatus(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<DeliveryStatusQuery>,
  ): Promise<TitleStatusView> {
    const question = deliveryQuestion(query);
    const { includeLive } = question;
    if ('receipt' in question) return this.receipt(caller, question.receipt, includeLive);
    const { title, catalogId } = question;
    return this.limits.guard(caller, title, async () => {
      if (isShared(title)) {
        // Its formats may belong to several requests: its status shows all of them.
        const saved = includeLive ? null : await this.titles.asSaved(caller, title);
        if (saved) return receiptResponse(saved, caller.role);
      } else {
        const id = await this.titles.newestRequest(caller, title, catalogId);
        if (id !== null) return this.receipt(caller, id, includeLive);
      }
      // An id of another catalog says nothing about a library as long as nobody has asked by it.
      const isNameless = title.key === '';
      return includeLive && !isNameless
        ? titleResponse(await this.titles.of(caller, title), caller.role)
        : nothingSaved();
    });
  }

  private async receipt(caller: Caller, id: number, includeLive: boolean): Promise<TitleStatusView> {
    const receipt = await this.statuses.receipt(caller, id, includeLive);
    return this.limits.guard(caller, receipt.request, () => Promise.resolve(receiptResponse(receipt, caller.role)));
  }

  /**
   * Get the status of a book for the caller, requested or not. The id alone says which book is meant: a title or a
   * search text never chooses another.
   */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get('book-status')
  @Answers({
    403: 'The caller may not use this library.',
    503: 'The limits of a kids account can not be read.',
  })
  async bookStatus(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<BookStatusQuery>,
  ): Promise<TitleStatusView> {
    const book = bookQuestion(query);
    return this.limits.guard(caller, book, async () => titleResponse(await this.titles.of(caller, book), caller.role));
  }

  /** Get the status of a title for the caller, requested or not. */
  @RequirePermission('media:request')
  @KidsJudgedByService()
  @Get(':tmdb_id/status')
  @Answers({
    403: 'The caller may not use this library.',
    404: 'There is no such series, or the title is outside the limits of a kids account.',
    ...NOT_JUDGED,
  })
  async status(
    @CurrentCaller() caller: Caller,
    @Param('tmdb_id', new IntIdPipe('media')) tmdbId: number,
    @Query() query: UnvalidatedQuery<TitleStatusQuery>,
  ): Promise<TitleStatusView> {
    const mediaType = queryTitleKind(query.media_type);
    const instanceId = queryWord('instance_id', query.instance_id);
    const everywhere = queryFlag('include_instance_statuses', query.include_instance_statuses, false);
    const title = { mediaType, key: String(tmdbId), tmdbId, instanceId };
    return this.limits.guard(caller, title, async () =>
      titleResponse(await this.titles.of(caller, title, { everywhere }), caller.role),
    );
  }

  /** Get the status of an album for the caller, requested or not. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-status')
  @Answers({ 403: 'The caller may not use this library.' })
  async albumStatus(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<MusicStatusQuery>,
  ): Promise<TitleStatusView> {
    const foreignId = queryWord('foreign_id', query.foreign_id);
    if (foreignId === undefined) throw badRequest('required', 'foreign_id required', { name: 'foreign_id' });
    const title = albumTitle(foreignId, queryWord('instance_id', query.instance_id));
    const withSaved = queryFlag('include_saved', query.include_saved, true);
    return titleResponse(await this.titles.of(caller, title, { withSaved }), caller.role);
  }

  /** List the caller's saved requests for albums in a library. No library is asked. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-saved')
  async savedAlbums(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<Pick<LibraryQuery, 'instance_id'>>,
  ): Promise<MusicSavedView> {
    const named = queryWord('instance_id', query.instance_id);
    const id = await this.libraries.find(caller, LIBRARY_KINDS.music, named);
    if (id === null) return { requests: [] };
    const saved = await this.statuses.savedIn(caller, 'music', id);
    return { requests: saved.map((one) => savedReceipt(one, caller.role)) };
  }
}
