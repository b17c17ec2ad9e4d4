import { Injectable } from '@nestjs/common';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import { listedSeasons, type AiredSeasons } from '../../library/library.public.js';
import {
  DoubtedMatchesService,
  isJudged,
  regularSeasons,
  SeriesFactsService,
} from '../../series-matching/series-matching.public.js';
import { DeliveryStop } from '../kinds/delivery-outcome.js';
import { MATCH_AMBIGUOUS } from './judge-match.js';
import type { SeriesWork } from './series-work.js';

/** Judges before a delivery changes anything whether equal numbers are equal seasons. Source: issue 43 C16. */
@Injectable()
export class SeasonDoubtsService {
  constructor(
    private readonly facts: SeriesFactsService,
    private readonly doubts: DoubtedMatchesService,
  ) {}

  /**
   * Passes where nothing says that the seasons differ.
   *
   * @param library the seasons that the library's manager knows now
   * @throws DeliveryStop with `tv_match_ambiguous` where they differ; nothing while the metadata provider can't be asked, for then the
   *   stored verdict stands, by which the delivery has been let through
   */
  async assertNone({ match }: SeriesWork, library: AiredSeasons): Promise<void> {
    if (!isJudged(match)) return;
    const provider = await this.facts.find(match.tmdbId).catch((fault: unknown) => {
      if (isUnanswered(fault)) return null;
      throw fault;
    });
    if (!provider) return;
    // What the manager lacks is refreshed, refused or left out by the delivery itself (doc 4 section 1.17), and not taken for another.
    const lacking = listedSeasons(regularSeasons(provider));
    const { problem } = await this.doubts.judge(match, provider, new Map([...lacking, ...library]));
    if (problem !== null) throw new DeliveryStop(MATCH_AMBIGUOUS);
  }
}
