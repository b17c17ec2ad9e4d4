import { Controller, Get, Query } from '@nestjs/common';
import { RequirePermission } from '../../../core/access/access.decorators.js';
import { KidsUnlimited } from '../../../core/access/kids.decorators.js';
import { CurrentCaller, type Caller } from '../../../core/access/caller.js';
import { badRequest } from '../../../core/errors/app-error.js';
import { Answers } from '../../../core/http/answers.decorators.js';
import { queryFlag, queryWord, type UnvalidatedQuery } from '../../../core/http/query-values.js';
import { ListedLibraryService } from '../../library/library.public.js';
import { LIBRARY_KINDS } from '../saved/work.js';
import { RequestStatusService } from '../status/request-status.service.js';
import { TitleStatusesService } from '../status/title-statuses.service.js';
import { savedReceipt, type SavedReceiptView } from './catalog-members.view.js';
import { albumTitle, type LibraryQuery } from './request-reads.query.js';
import { titleResponse, type TitleStatusView } from './request.view.js';

/** The parameters of an album's status. */
interface MusicStatusQuery extends Pick<LibraryQuery, 'instance_id'> {
  /** Id of its release group. */
  readonly foreign_id: string;
  /** Combine it with the caller's own requests; true by default. */
  readonly include_saved?: boolean;
}

/** GET /api/requests/music-saved. Source: doc 4 section 2. */
interface MusicSavedView {
  /** The newest request for each album, newest first. */
  readonly requests: readonly SavedReceiptView[];
}

/**
 * The routes by which members read the status of albums. An album carries no ratings, so a kids account gets what anybody
 * gets who holds the library. Source: doc 4 sections 1.5 and 2.
 */
@Controller('api/requests')
export class MusicReadsController {
  constructor(
    private readonly titles: TitleStatusesService,
    private readonly statuses: RequestStatusService,
    private readonly libraries: ListedLibraryService,
  ) {}

  /** Get the status of an album for the caller, requested or not. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-status')
  @Answers({ 403: 'The caller may not use this library.' })
  async status(
    @CurrentCaller() caller: Caller,
    @Query() query: UnvalidatedQuery<MusicStatusQuery>,
  ): Promise<TitleStatusView> {
    const foreignId = queryWord('foreign_id', query.foreign_id);
    if (foreignId === undefined) throw badRequest('foreign_id required');
    const title = albumTitle(foreignId, queryWord('instance_id', query.instance_id));
    const withSaved = queryFlag('include_saved', query.include_saved, true);
    return titleResponse(await this.titles.of(caller, title, { withSaved }), caller.role);
  }

  /** List the caller's saved requests for albums in a library. No library is asked. */
  @RequirePermission('media:request')
  @KidsUnlimited()
  @Get('music-saved')
  async saved(
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
