import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import {
  type ArrivalReading,
  type SeriesAvailability,
  SeriesLibraryService,
  UNKNOWN_SERIES,
  UNREAD_ARRIVAL,
} from '../../library/library.public.js';
import {
  DoubtedMatchesService,
  isDoubted,
  regularSeasons,
  SeriesFactsService,
  type TvMatch,
  TvMatchesService,
} from '../../series-matching/series-matching.public.js';
import type {
  AskedTitle,
  PricedSelection,
  RequestKind,
  StatusReading,
  Submission,
  TitleState,
} from '../kinds/request-kind.js';
import {
  type LiveState,
  savedStateOf,
  statusNow,
  statusUnknown,
  type StatusUnknownReason,
} from '../kinds/request-status.js';
import type { SavedRequest } from '../saved/dispatches.repository.js';
import { LiveSeriesService, type SeriesInLibrary } from './live-series.service.js';
import { SeriesAmendmentService } from './series-amendment.service.js';
import { SeriesDeliveryService } from './series-delivery.service.js';
import { seasonsAsked, seriesRequestNow } from './series-request-status.js';
import { type SeriesSelection, SeriesSubmissionService } from './series-submission.service.js';
import { openRequest, type SeriesIdentity, seriesTitleNow } from './series-title-status.js';

const PATIENCE_MS = 10_000;

interface SeriesReading {
  readonly match: TvMatch | null;
  readonly identity: SeriesIdentity;
  readonly series: SeriesAvailability;
}

function unknownSeries(match: TvMatch | null, problem: StatusUnknownReason): SeriesReading {
  return { match, identity: { problem }, series: UNKNOWN_SERIES };
}
@Injectable()
export class SeriesRequestsService implements RequestKind<SeriesSelection> {
  readonly mediaType = 'tv';

  constructor(
    private readonly submissions: SeriesSubmissionService,
    readonly amendments: SeriesAmendmentService,
    readonly delivery: SeriesDeliveryService,
    private readonly live: LiveSeriesService,
    private readonly matches: TvMatchesService,
    private readonly database: Database,
    private readonly facts: SeriesFactsService,
    private readonly library: SeriesLibraryService,
    private readonly doubts: DoubtedMatchesService,
    private readonly clock: Clock,
  ) {}

  submit(caller: Caller, series: SeriesSelection): Promise<Submission> {
    return this.submissions.submit(caller, series);
  }

  preview(caller: Caller, series: SeriesSelection): Promise<PricedSelection> {
    return this.submissions.preview(caller, series);
  }

  async statuses(tx: ReadTx, caller: Caller, requests: readonly SavedRequest[]): Promise<StatusReading> {
    const doubted = await this.matches.doubted(tx, requests.map(tmdbIdOf));
    return this.live.statuses(tx, caller, requests, inLibrary, (one, live) => {
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
    return isDoubtful(one, doubted) ? UNREAD_ARRIVAL : this.live.arrival(inLibrary(one), one.request);
  }

  async titleIn(instanceId: string, { tmdbId }: AskedTitle, requests: readonly SavedRequest[]): Promise<TitleState> {
    const saved = openRequest(requests.map((one) => ({ ...savedStateOf(one), one })))?.one ?? null;
    return { saved, ...(await this.readTitle(instanceId, tmdbId, requests)) };
  }

  /**
   * Shows the saved status where it is unknown. Where the library lacks the series, its manager is asked whether it
   * knows it; a match to be confirmed is looked at again.
   * @throws AppError 404 when the provider affirms that there is none; 503 for our own storage
   */
  private async readTitle(
    instanceId: string,
    tmdbId: number,
    requests: readonly SavedRequest[],
  ): Promise<Omit<TitleState, 'saved'>> {
    const { match, identity, series } = await this.readSeries(tmdbId, instanceId);
    const asked = requests.map((one) => ({
      ...savedStateOf(one),
      seasons: (seasonsAsked(one.request) ?? []).map(({ source }) => source),
    }));
    return { now: seriesTitleNow(identity, series, asked), match };
  }

  private async readSeries(tmdbId: number, instanceId: string): Promise<SeriesReading> {
    const present = await this.inTime(this.matches.present(tmdbId, instanceId));
    if ('unanswered' in present) return unknownSeries(null, present.unanswered);
    const match = present.answer;
    const first = await this.readByMatch(match, instanceId);
    if (first.match === null || !first.series.known) return first;
    if (first.series.inLibrary && !isDoubted(first.match)) return first;
    const other = await this.inTime(this.matches.reconsidered(first.match, instanceId));
    if ('unanswered' in other) return unknownSeries(first.match, other.unanswered);
    return other.answer === first.match ? first : this.readByMatch(other.answer, instanceId);
  }

  private async readByMatch(found: TvMatch, instanceId: string): Promise<SeriesReading> {
    const { tmdbId, tvdbId, problem } = found;
    if (tvdbId === null || (problem !== null && !isDoubted(found)))
      return unknownSeries(found, problem ?? 'tv_target_missing');
    const asked = await this.inTime(this.facts.find(tmdbId));
    if ('unanswered' in asked) return unknownSeries(found, asked.unanswered);
    const facts = asked.answer;
    const series = await this.live.readOne({ instanceId, tvdbId });
    // What was read for the status says whether the seasons are the same ones.
    const aired = this.library.airedSeasons(instanceId, tvdbId);
    const match = facts ? await this.doubts.judge(found, facts, aired) : found;
    if (match.problem !== null) return { match, identity: { problem: match.problem }, series };
    return { match, identity: { match: { ...match, tvdbId }, seasons: facts ? regularSeasons(facts) : [] }, series };
  }

  private async inTime<T>(
    work: Promise<T>,
  ): Promise<{ readonly answer: T } | { readonly unanswered: 'tv_metadata_unavailable' | 'library_unavailable' }> {
    try {
      const answer = await within(this.clock, PATIENCE_MS, work);
      return answer === TOO_LATE ? { unanswered: 'tv_metadata_unavailable' } : { answer };
    } catch (fault) {
      if (fault instanceof InstanceMissing) return { unanswered: 'library_unavailable' };
      if (isUnanswered(fault)) return { unanswered: 'tv_metadata_unavailable' };
      throw fault;
    }
  }
}

const AMBIGUOUS: LiveState = { known: false, reason: 'tv_match_ambiguous' };

const tmdbIdOf = ({ request }: SavedRequest): number => request.tmdbId;

/** Was it made by a match whose seasons differ between the catalogs? Then they may be others of the library's. */
function isDoubtful({ request }: SavedRequest, doubted: ReadonlyMap<number, TvMatch>): boolean {
  return doubted.get(request.tmdbId)?.revision === request.matchRevision;
}

/** A series is looked up by the id that its request was made for, even where its match is another by now. */
function inLibrary({ request }: SavedRequest): SeriesInLibrary {
  const { instanceId, tvdbId, seasonScope, status } = request;
  const pilot = seasonScope === 'pilot' && status !== 'pending';
  return { instanceId: tvdbId === null ? null : instanceId, tvdbId: tvdbId ?? 0, pilot };
}
