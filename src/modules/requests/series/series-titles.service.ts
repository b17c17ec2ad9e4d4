import { Injectable } from '@nestjs/common';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { SeriesLibraryService, UNKNOWN_SERIES, type SeriesAvailability } from '../../library/library.public.js';
import {
  DoubtedMatchesService,
  isDoubted,
  regularSeasons,
  SeriesFactsService,
  TvMatchesService,
  type TvMatch,
} from '../../series-matching/series-matching.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import { seasonsAsked } from './series-request-status.js';
import { LiveSeriesService } from './live-series.service.js';
import { type StatusNow, type StatusUnknownReason, savedStateOf } from '../kinds/request-status.js';
import { seriesTitleNow, type SeriesIdentity } from './series-title-status.js';

/** How long a caller waits for the match of a series, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The status of a series in a library, for the account that made the requests. */
export interface SeriesTitle {
  readonly now: StatusNow;
  /** Null when it is unknown. */
  readonly match: TvMatch | null;
}

/** A series in a library by the match of this moment. */
interface SeriesLook {
  /** Null when it is unknown. */
  readonly match: TvMatch | null;
  readonly identity: SeriesIdentity;
  readonly series: SeriesAvailability;
}

/** Reads the status of a whole series in a library, season by season. */
@Injectable()
export class SeriesTitlesService {
  constructor(
    private readonly matches: TvMatchesService,
    private readonly facts: SeriesFactsService,
    private readonly live: LiveSeriesService,
    private readonly library: SeriesLibraryService,
    private readonly doubts: DoubtedMatchesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The status of a series in a library. Where it is unknown, the saved status is shown with the reason: the series or
   * its seasons have no match, or one that an administrator has to confirm, or the metadata provider or the library can't
   * be read. Where the library lacks the series, its manager is asked whether it knows the series at all, and a match that
   * an administrator has to confirm is looked at again. Source: doc 4 sections 1.14 and 4.2.
   *
   * @param requests the caller's requests for the series in this library, newest first
   * @throws AppError 404 when the provider affirms that there is no such series; 503 for our own storage
   */
  async at(instanceId: string, tmdbId: number, requests: readonly SavedRequest[]): Promise<SeriesTitle> {
    const { match, identity, series } = await this.look(tmdbId, instanceId);
    const asked = requests.map((one) => ({
      ...savedStateOf(one),
      seasons: (seasonsAsked(one.request) ?? []).map(({ source }) => source),
    }));
    return { now: seriesTitleNow(identity, series, asked), match };
  }

  private async look(tmdbId: number, instanceId: string): Promise<SeriesLook> {
    const present = await this.inTime(this.matches.present(tmdbId, instanceId));
    if ('unanswered' in present) return lost(null, present.unanswered);
    const match = present.answer;
    const first = await this.lookBy(match, instanceId);
    if (first.match === null || !first.series.known) return first;
    if (first.series.inLibrary && !isDoubted(first.match)) return first;
    const other = await this.inTime(this.matches.reconsidered(first.match, instanceId));
    if ('unanswered' in other) return lost(first.match, other.unanswered);
    return other.answer === first.match ? first : this.lookBy(other.answer, instanceId);
  }

  private async lookBy(found: TvMatch, instanceId: string): Promise<SeriesLook> {
    const { tmdbId, tvdbId, problem } = found;
    if (tvdbId === null || (problem !== null && !isDoubted(found))) return lost(found, problem ?? 'tv_target_missing');
    const asked = await this.inTime(this.facts.find(tmdbId));
    if ('unanswered' in asked) return lost(found, asked.unanswered);
    const facts = asked.answer;
    const series = await this.live.readOne({ instanceId, tvdbId });
    // What was read for the status says whether the seasons are the same ones.
    const aired = this.library.airedSeasons(instanceId, tvdbId);
    const match = facts ? await this.doubts.judge(found, facts, aired) : found;
    if (match.problem !== null) return { match, identity: { problem: match.problem }, series };
    return { match, identity: { match: { ...match, tvdbId }, seasons: facts ? regularSeasons(facts) : [] }, series };
  }

  /** The result of the work, or why the match of the series is unknown. */
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

function lost(match: TvMatch | null, problem: StatusUnknownReason): SeriesLook {
  return { match, identity: { problem }, series: UNKNOWN_SERIES };
}
