import { Injectable } from '@nestjs/common';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { Clock } from '../../../core/time/clock.js';
import { TOO_LATE, within } from '../../../core/time/waiting.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { UNKNOWN_SERIES } from '../../library/library.public.js';
import {
  regularSeasons,
  SeriesFactsService,
  TvMatchesService,
  type TvMatch,
} from '../../series-matching/series-matching.public.js';
import type { SavedRequest } from '../jobs/dispatches.repository.js';
import { seasonsAsked } from './series-request-status.js';
import { LiveSeriesService } from './live-series.service.js';
import { type StatusNow, savedStateOf } from '../kinds/request-status.js';
import { seriesTitleNow, type SeriesIdentity } from './series-title-status.js';

/** How long a caller waits for the match of a series, in milliseconds. */
const PATIENCE_MS = 10_000;

/** The status of a series in a library, for the account that made the requests. */
export interface SeriesTitle {
  readonly now: StatusNow;
  /** Null when it is unknown. */
  readonly match: TvMatch | null;
}

/** Reads the status of a whole series in a library, season by season. */
@Injectable()
export class SeriesTitlesService {
  constructor(
    private readonly matches: TvMatchesService,
    private readonly facts: SeriesFactsService,
    private readonly live: LiveSeriesService,
    private readonly clock: Clock,
  ) {}

  /**
   * The status of a series in a library. Where it is unknown, the saved status is shown with the reason: the series or
   * its seasons have no match, or the metadata provider or the library can't be read. Source: doc 4 section 4.2.
   *
   * @param requests the caller's requests for the series in this library, newest first
   * @throws AppError 404 when the provider affirms that there is no such series; 503 for our own storage
   */
  async at(instanceId: string, tmdbId: number, requests: readonly SavedRequest[]): Promise<SeriesTitle> {
    const { match, identity } = await this.identify(tmdbId, instanceId);
    const series =
      'problem' in identity ? UNKNOWN_SERIES : await this.live.readOne({ instanceId, tvdbId: identity.match.tvdbId });
    const asked = requests.map((one) => ({
      ...savedStateOf(one),
      seasons: (seasonsAsked(one.request) ?? []).map(({ source }) => source),
    }));
    return { now: seriesTitleNow(identity, series, asked), match };
  }

  private async identify(
    tmdbId: number,
    instanceId: string,
  ): Promise<{ readonly match: TvMatch | null; readonly identity: SeriesIdentity }> {
    const match = await this.inTime(this.matches.present(tmdbId, instanceId));
    if ('unanswered' in match) return { match: null, identity: { problem: match.unanswered } };
    const { tvdbId, problem } = match.answer;
    if (problem !== null || tvdbId === null)
      return { match: match.answer, identity: { problem: problem ?? 'tv_target_missing' } };
    const series = await this.inTime(this.facts.find(tmdbId));
    if ('unanswered' in series) return { match: match.answer, identity: { problem: series.unanswered } };
    const seasons = series.answer ? regularSeasons(series.answer) : [];
    return { match: match.answer, identity: { match: { ...match.answer, tvdbId }, seasons } };
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
