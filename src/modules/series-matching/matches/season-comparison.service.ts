import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { InstanceMissing } from '../../instances/instances.public.js';
import { SeriesLibraryService } from '../../library/library.public.js';
import { SeriesFactsService } from '../catalog/series-facts.service.js';
import { DoubtedMatchesService, isJudged } from './doubted-matches.service.js';
import { TvMatchesService } from './tv-matches.service.js';
import { isDoubted, type TvMatch } from './tv-match.js';

/** Are the seasons of a series the same ones in both catalogs? Unknown while one of them can't be asked. */
type SeasonsSeen = 'differ' | 'unchanged' | 'unknown';

/**
 * Judges matches by what is in memory of the library, before something is concluded from its files, without the provider's facts at hand.
 */
@Injectable()
export class SeasonComparisonService {
  constructor(
    private readonly matches: TvMatchesService,
    private readonly facts: SeriesFactsService,
    private readonly library: SeriesLibraryService,
    private readonly doubts: DoubtedMatchesService,
  ) {}

  /**
   * Unchanged: nothing says so. Asks the library for nothing, and the provider only what it wasn't asked within the hour. Not inside a
   * transaction.
   * @throws AppError 503 for our own storage
   */
  async ofTitle(tmdbId: number, instanceId: string): Promise<SeasonsSeen> {
    try {
      return await this.ofMatch(await this.matches.present(tmdbId, instanceId), instanceId);
    } catch (fault) {
      const isGone = fault instanceof InstanceMissing || (fault instanceof AppError && fault.status === 404);
      if (isGone) return 'unchanged';
      throw fault;
    }
  }

  /** As {@link ofTitle}, by a match that has been read just now. */
  async ofMatch(match: TvMatch, instanceId: string): Promise<SeasonsSeen> {
    const { tmdbId, tvdbId, problem } = match;
    if (problem === 'tv_metadata_unavailable' || problem === 'library_unavailable') return 'unknown';
    if (tvdbId === null || !isJudged(match)) return 'unchanged';
    try {
      const provider = await this.facts.find(tmdbId);
      const aired = this.library.airedSeasons(instanceId, tvdbId);
      const judged = provider ? await this.doubts.judge(match, provider, aired) : match;
      return isDoubted(judged) ? 'differ' : 'unchanged';
    } catch (fault) {
      if (!isUnanswered(fault)) throw fault;
      return isDoubted(match) ? 'differ' : 'unknown';
    }
  }
}
