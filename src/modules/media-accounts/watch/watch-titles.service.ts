import { Injectable } from '@nestjs/common';
import { AppError } from '../../../core/errors/app-error.js';
import { shareOf } from '../../../core/shares/fair-line.js';
import {
  ContentLimitsService,
  type KidsJudge,
  limitsUnreadable,
  titleNotAvailable,
} from '../../content-policy/content-policy.public.js';
import { FilmMetadataService, SeriesMetadataService } from '../../metadata/metadata.public.js';
import { type AskedTitle, judgedTitle, type KnownTitle } from './asked-title.js';

/** What is looked for, and by which limits that was decided. */
export interface WatchedTitle {
  /** Null for an ordinary account. */
  readonly judge: KidsJudge | null;
  /** Null where nothing is to be looked for, since what was asked is more than one title's. */
  readonly wanted: AskedTitle | null;
}

/** Which title is looked for on behalf of somebody? */
@Injectable()
export class WatchTitlesService {
  constructor(
    private readonly limits: ContentLimitsService,
    private readonly films: FilmMetadataService,
    private readonly series: SeriesMetadataService,
  ) {}

  /**
   * The title as it was asked for, and for a kids account the title within its limits. Not inside a transaction.
   *
   * @throws AppError for a kids account alone: 404 "not available" outside of its limits; 503 where they can't be checked,
   *   also since a film was named by an id that no rating can be looked up by
   */
  async of(userId: number, asked: AskedTitle): Promise<WatchedTitle> {
    const judge = await this.limits.of(userId);
    if (!judge) return { judge, wanted: asked };
    const { type } = asked;
    const tmdbId = await this.ratedBy(asked).catch(unchecked);
    if (tmdbId === null) throw titleNotAvailable();
    const verdict = await this.limits.judge(judge, type, tmdbId, shareOf(userId)).catch(unchecked);
    const known = verdict.shown ? await this.known(type, tmdbId).catch(unchecked) : null;
    if (!known) throw titleNotAvailable();
    return { judge, wanted: judgedTitle(asked, known) };
  }

  /**
   * Lets an answer out as long as the limits hold still that it was decided by.
   *
   * @throws AppError 503 where others hold by now
   */
  requireStill(userId: number, { judge }: WatchedTitle): Promise<void> {
    return this.limits.requireStill(userId, judge);
  }

  /** The id by which the title's ratings are looked up; null where the metadata provider affirms that there is none. */
  private async ratedBy({ type, tmdbId, tvdbId }: AskedTitle): Promise<number | null> {
    if (tmdbId !== null) return tmdbId;
    if (type === 'tv' && tvdbId !== null) return this.series.tmdbIdOfTvdb(tvdbId);
    throw limitsUnreadable(new Error('no ratings of a film can be looked up by its id of TheTVDB'));
  }

  private async known(type: AskedTitle['type'], tmdbId: number): Promise<KnownTitle | null> {
    if (type === 'movie') {
      const film = await this.films.filmSummary(tmdbId);
      return film && { tmdbId, tvdbId: null, year: film.year, names: [film.title] };
    }
    const series = await this.series.seriesSummary(tmdbId);
    if (!series) return null;
    const { tvdbId, firstAiredYear: year, title, originalTitle } = series;
    return { tmdbId, tvdbId, year, names: [title, originalTitle] };
  }
}

/** The metadata provider's failure means that limits can't be checked; what is busy says so itself. Source: doc 1 §4. */
function unchecked(fault: unknown): never {
  const isProviders = fault instanceof AppError && fault.status === 502;
  throw isProviders ? limitsUnreadable(fault) : fault;
}
