import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { UNKNOWN_SERIES, UNREAD_ARRIVAL, type ArrivalReading } from '../../library/library.public.js';
import { TvMatchesService, type TvMatch } from '../../series-matching/series-matching.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import type { AskedTitle, RequestKind, StatusReading, TitleState } from '../kinds/request-kind.js';
import { savedStateOf, statusNow, statusUnknown, type LiveState } from '../kinds/request-status.js';
import type { PricedSelection, Submission } from '../kinds/submission.js';
import { LiveSeriesService, type SeriesPlace } from './live-series.service.js';
import { SeriesAmendmentService } from './series-amendment.service.js';
import { SeriesDeliveryService } from './series-delivery.service.js';
import { seriesRequestNow } from './series-request-status.js';
import type { SeriesSelection } from './series-selection.service.js';
import { SeriesSubmissionService } from './series-submission.service.js';
import { openRequest } from './series-title-status.js';
import { SeriesTitlesService } from './series-titles.service.js';

/** Requests for seasons of series. */
@Injectable()
export class SeriesRequestsService implements RequestKind<SeriesSelection> {
  readonly mediaType = 'tv';

  constructor(
    private readonly submissions: SeriesSubmissionService,
    readonly amendments: SeriesAmendmentService,
    readonly delivery: SeriesDeliveryService,
    private readonly live: LiveSeriesService,
    private readonly titles: SeriesTitlesService,
    private readonly matches: TvMatchesService,
    private readonly database: Database,
  ) {}

  submit(caller: Caller, series: SeriesSelection): Promise<Submission> {
    return this.submissions.submit(caller, series);
  }

  preview(caller: Caller, series: SeriesSelection): Promise<PricedSelection> {
    return this.submissions.preview(caller, series);
  }

  async statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    const doubted = await this.matches.doubted(tx, requests.map(tmdbIdOf));
    return this.live.statuses(tx, caller, requests, placeOf, (one, live) => {
      const saved = savedStateOf(one);
      if (one.request.tvdbId === null) return statusUnknown(saved, 'tv_target_missing');
      if (!isDoubtful(one, doubted)) return seriesRequestNow(one.request, saved, live);
      const { seasons } = seriesRequestNow(one.request, saved, UNKNOWN_SERIES);
      return { ...statusNow(saved, { known: false, reason: 'tv_match_ambiguous' }), seasons };
    });
  }

  async inDigest(instanceId: string, tmdbIds: readonly number[]): Promise<ReadonlyMap<number, LiveState>> {
    const doubted = await this.database.read((tx) => this.matches.doubted(tx, tmdbIds));
    const states = await this.live.inDigest(instanceId, tmdbIds);
    const ambiguous = [...doubted.keys()].map((tmdbId) => [tmdbId, AMBIGUOUS] as const);
    return new Map([...states, ...ambiguous]);
  }

  async arrival(one: SavedRequest): Promise<ArrivalReading> {
    if (one.request.tvdbId === null) return UNREAD_ARRIVAL;
    const doubted = await this.database.read((tx) => this.matches.doubted(tx, [tmdbIdOf(one)]));
    return isDoubtful(one, doubted) ? UNREAD_ARRIVAL : this.live.arrival(placeOf(one), one.request);
  }

  async titleIn(instanceId: string, { tmdbId }: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const saved = openRequest(requests.map((one) => ({ ...savedStateOf(one), one })))?.one ?? null;
    return { saved, ...(await this.titles.at(instanceId, tmdbId, requests)) };
  }
}

const AMBIGUOUS: LiveState = { known: false, reason: 'tv_match_ambiguous' };

const tmdbIdOf = ({ request }: SavedRequest): number => request.tmdbId;

/** Was it made by a match whose seasons differ between the catalogs, so that its seasons may be others of the library's? */
function isDoubtful({ request }: SavedRequest, doubted: ReadonlyMap<number, TvMatch>): boolean {
  return doubted.get(request.tmdbId)?.revision === request.matchRevision;
}

/** A series is looked up by the id that its request was made for, even where its match is another by now. */
function placeOf({ request }: SavedRequest): SeriesPlace {
  const { instanceId, tvdbId, seasonScope, status } = request;
  const pilot = seasonScope === 'pilot' && status !== 'pending';
  return { instanceId: tvdbId === null ? null : instanceId, tvdbId: tvdbId ?? 0, pilot };
}
