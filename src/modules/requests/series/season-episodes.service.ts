import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../core/access/caller.js';
import { Database } from '../../../core/database/database.js';
import { notFound } from '../../../core/errors/app-error.js';
import { Clock } from '../../../core/time/clock.js';
import { InstanceAccessService, InstanceMissing } from '../../instances/instances.public.js';
import { SeriesLibraryService } from '../../library/library.public.js';
import { SeriesMetadataService, type SeriesSummary } from '../../metadata/metadata.public.js';
import { DoubtedMatchesService, isDoubted, TvMatchesService } from '../../series-matching/series-matching.public.js';
import { type EpisodeNow, episodesBefore, episodesNow, seasonThere, type SeasonThere } from './season-episodes.js';

export interface SeasonEpisodes {
  /** The provider's; 0 holds the specials. */
  readonly seasonNumber: number;
  readonly episodes: readonly EpisodeNow[];
}

/** The episodes of a season, as the provider lists them, with what the caller's libraries have of them. */
@Injectable()
export class SeasonEpisodesService {
  constructor(
    private readonly metadata: SeriesMetadataService,
    private readonly database: Database,
    private readonly access: InstanceAccessService,
    private readonly matches: TvMatchesService,
    private readonly doubts: DoubtedMatchesService,
    private readonly library: SeriesLibraryService,
    private readonly clock: Clock,
  ) {}

  /**
   * Each library is read once, for all episodes; one that can't be read is said of each episode.
   * @param season the provider's number; 0 holds the specials
   * @throws AppError 404 where the provider affirms that it has no such series or season; 502 and 503 as the metadata does
   */
  async of(caller: Caller, tmdbId: number, season: number): Promise<SeasonEpisodes> {
    const series = await this.metadata.seriesSummary(tmdbId);
    const listed = series && (await this.metadata.seasonEpisodes(tmdbId, season));
    if (!series || !listed) throw notFound();
    const usable = await this.database.read((tx) => this.access.usable(tx, caller, 'tv_manager'));
    const libraries = await Promise.all(usable.map(({ id }) => this.seasonIn(id, series, season)));
    const before = episodesBefore(series, season);
    return { seasonNumber: season, episodes: episodesNow(listed, libraries, { before, now: this.clock.now() }) };
  }

  /** Null where the library can't be read or was removed meanwhile, and where it isn't sure which series or season is meant. */
  private async seasonIn(instanceId: string, series: SeriesSummary, season: number): Promise<SeasonThere> {
    try {
      const found = await this.matches.present(series.tmdbId, instanceId);
      if (found.tvdbId === null || (found.problem !== null && !isDoubted(found))) return null;
      const library = await this.library.episodes(instanceId, found.tvdbId);
      // What was read says whether the seasons are the same ones.
      const aired = this.library.airedSeasons(instanceId, found.tvdbId);
      const match = await this.doubts.judge(found, series, aired);
      return match.problem === null ? seasonThere({ match, series, season }, library) : null;
    } catch (fault) {
      if (fault instanceof InstanceMissing) return null;
      throw fault;
    }
  }
}
