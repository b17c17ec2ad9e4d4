import { Injectable } from '@nestjs/common';
import { isUnanswered } from '../../../core/errors/upstream-error.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';
import { listedSeasons, type AiredSeasons } from '../../library/library.public.js';
import {
  DoubtedMatchesService,
  isJudged,
  regularSeasons,
  SeriesFactsService,
  type TvMatch,
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
    const provider = await this.providerOf(match);
    if (!provider) return;
    // What the manager lacks is refreshed, refused or left out by the delivery itself (doc 4 section 1.17), and not taken for another.
    const lacking = listedSeasons(regularSeasons(provider));
    const { problem } = await this.doubts.judge(match, provider, new Map([...lacking, ...library]));
    if (problem !== null) throw new DeliveryStop(MATCH_AMBIGUOUS);
  }

  /**
   * May equal numbers turn out to be other seasons once the manager knows the episodes? So they may where one catalog lists a
   * regular season that the other lacks. No while the metadata provider can't be asked, as in {@link assertNone}.
   *
   * @param listed the numbers of the seasons that the manager's lookup lists
   */
  async mayDiffer({ match }: SeriesWork, listed: readonly number[]): Promise<boolean> {
    const provider = await this.providerOf(match);
    if (!provider) return false;
    const target = new Set(listed.filter((season) => season > 0));
    const sources = regularSeasons(provider);
    return sources.length !== target.size || sources.some((season) => !target.has(season));
  }

  /** Null where the match says itself which season is which, and while the provider can't be asked. */
  private async providerOf(match: TvMatch): Promise<SeriesSummary | null> {
    if (!isJudged(match)) return null;
    return this.facts.find(match.tmdbId).catch((fault: unknown) => {
      if (isUnanswered(fault)) return null;
      throw fault;
    });
  }
}
