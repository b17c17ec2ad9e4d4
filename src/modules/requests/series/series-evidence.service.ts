import { Injectable } from '@nestjs/common';
import { Database, type ReadTx } from '../../../core/database/database.js';
import { StorageError } from '../../../core/database/storage-error.js';
import { type SeriesAvailability, SeriesLibraryService, UNKNOWN_SERIES } from '../../library/library.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import {
  decodeSeasonMap,
  DoubtedMatchesService,
  SeriesFactsService,
  seriesNotFound,
  type TvMatch,
  TvMatchesService,
  tvMatchRefused,
} from '../../series-matching/series-matching.public.js';
import { savedStateOf } from '../kinds/request-status.js';
import type { SeasonChoice } from '../policy/season-input.js';
import { DispatchesRepository } from '../saved/dispatches.repository.js';
import type { DispatchState } from '../saved/job-rows.js';
import { RequestsRepository } from '../saved/requests.repository.js';
import type { RequestRow } from '../saved/rows.js';
import type { ProviderSubject, RequestSubject } from '../saved/work.js';
import { LiveSeriesService } from './live-series.service.js';
import type { SeasonSelection } from './season-selection.js';
import type { OpenSeries, SeriesStates } from './series-plan.js';

export interface ResolvedMatch extends TvMatch {
  readonly tvdbId: number;
}

export interface ResolvedSeries {
  /** What the provider says of it, all seasons that it lists included, and specials. */
  readonly facts: SeriesSummary;
  readonly match: ResolvedMatch;
}

export interface AskedSeries {
  readonly input: ProviderSubject;
  readonly series: ResolvedSeries;
  readonly choice: SeasonChoice;
  readonly qualityProfileId: number;
}

/** Delivered requests are read before the library: its answer is compared with those alone. Only {@link open} may be in a transaction. */
@Injectable()
export class SeriesEvidenceService {
  constructor(
    private readonly database: Database,
    private readonly saved: RequestsRepository,
    private readonly dispatches: DispatchesRepository,
    private readonly live: LiveSeriesService,
    private readonly facts: SeriesFactsService,
    private readonly matches: TvMatchesService,
    private readonly library: SeriesLibraryService,
    private readonly doubts: DoubtedMatchesService,
  ) {}

  /** @throws AppError 404 when the provider affirms that there is none; else as {@link SeriesFactsService.find} and {@link match} */
  async resolve(tmdbId: number, instanceId: string): Promise<ResolvedSeries> {
    const facts = await this.facts.find(tmdbId);
    if (!facts) throw seriesNotFound();
    return { facts, match: await this.match(tmdbId, instanceId) };
  }

  /**
   * Judges by what is in memory of the library, once it has been read as far as it will be, and before anything is
   * concluded from its seasons.
   * @throws AppError 409 `tv_match_ambiguous` where it counts them differently from the provider
   */
  async requireSameSeasons({ facts, match }: ResolvedSeries, instanceId: string): Promise<void> {
    requireUsable(await this.doubts.judge(match, facts, this.library.airedSeasons(instanceId, match.tvdbId)));
  }

  /** @throws AppError 409 with its code when the match is paused, ambiguous or without a target; else as `TvMatchesService.match` */
  async match(tmdbId: number, instanceId: string): Promise<ResolvedMatch> {
    return requireUsable(await this.matches.match(tmdbId, instanceId));
  }

  /** The account's open requests for the series in this library: the pending one, then the accepted, newest first. */
  async open(tx: ReadTx, input: RequestSubject): Promise<readonly OpenSeries[]> {
    const pending = await this.saved.open(tx, input);
    const accepted = await this.saved.accepted(tx, input);
    const joined = await this.dispatches.joined(tx, pending ? [pending, ...accepted] : accepted);
    return joined
      .map((one) => openSeries(one.request, savedStateOf(one).delivery))
      .filter(({ delivery }) => delivery !== 'cancelled');
  }

  /** The cached state; the library is read only when seasons of the selection were delivered before, since they may have been deleted. */
  async gather({ input, series }: AskedSeries, select: () => Promise<SeasonSelection>): Promise<SeriesStates> {
    const { instanceId } = input;
    const target = series.match.tvdbId;
    const warm = (): SeriesAvailability => this.live.warm({ instanceId, tvdbId: target });
    // Usually there is none: one cheap statement finds out.
    if (!(await this.database.readOne((tx) => this.saved.newest(tx, input)))) return statesOfOne(target, warm(), []);
    const { seasons, work } = await select();
    const delivered = (await this.deliveredRequests(input)).filter((request) =>
      [...seasons.keys()].some((source) => request.seasons.has(source)),
    );
    if (delivered.length === 0) return statesOfOne(target, warm(), delivered);
    const lookedAt = [{ tvdbId: target, work }, ...delivered];
    const states = await this.live.read(
      lookedAt.map((one) => ({ instanceId, tvdbId: one.tvdbId, pilot: one.work === 'pilot' })),
    );
    return { of: (tvdbId) => states({ instanceId, tvdbId }), delivered: idsOf(delivered) };
  }

  async warm(input: RequestSubject, tvdbId: number): Promise<SeriesStates> {
    const delivered = await this.deliveredRequests(input);
    return statesOfOne(tvdbId, this.live.warm({ instanceId: input.instanceId, tvdbId }), delivered);
  }

  /** Within a quarter of a second. @param before used when it did not answer in time, for other series, and for the delivered requests */
  async glance(input: RequestSubject, tvdbId: number, before?: SeriesStates): Promise<SeriesStates> {
    const states = before ?? statesOfOne(tvdbId, UNKNOWN_SERIES, await this.deliveredRequests(input));
    const seen = await this.live.glance({ instanceId: input.instanceId, tvdbId });
    return { ...states, of: (id) => (seen.known && id === tvdbId ? seen : states.of(id)) };
  }

  private async deliveredRequests(input: RequestSubject): Promise<readonly OpenSeries[]> {
    const open = await this.database.read((tx) => this.open(tx, input));
    return open.filter(({ delivery }) => delivery === 'complete');
  }
}

/** @throws StorageError 503 for a row without a valid series or seasons */
export function openSeries(request: RequestRow, delivery: DispatchState): OpenSeries {
  const { id, tvdbId, seasonMap, seasonScope, status } = request;
  if (tvdbId === null) throw new StorageError('corrupt', new Error('a request for a series names no series'));
  return {
    id,
    pending: status === 'pending',
    delivery,
    tvdbId,
    seasons: decodeSeasonMap(seasonMap),
    work: seasonScope === 'pilot' ? 'pilot' : 'season',
  };
}

function statesOfOne(target: number, state: SeriesAvailability, delivered: readonly OpenSeries[]): SeriesStates {
  return { of: (tvdbId) => (tvdbId === target ? state : UNKNOWN_SERIES), delivered: idsOf(delivered) };
}

const idsOf = (requests: readonly OpenSeries[]): ReadonlySet<number> => new Set(requests.map(({ id }) => id));

function requireUsable(match: TvMatch): ResolvedMatch {
  const { state, problem, tvdbId } = match;
  if (state === 'resolved' && tvdbId !== null) return { ...match, tvdbId };
  throw tvMatchRefused(problem ?? 'tv_target_missing');
}
