import type { EpisodeNow, EpisodeState } from '../series/season-episodes.js';
import type { SeasonEpisodes } from '../series/season-episodes.service.js';

/** GET /api/media/tv/{id}/episodes. */
export interface SeasonEpisodesView {
  /** The metadata provider's number; 0 holds the specials, which can't be requested. */
  readonly season_number: number;
  /** By number, as the metadata provider lists them: 2,000 at most. */
  readonly episodes: readonly EpisodeView[];
}

/** An episode, with what the caller's libraries have of it. */
interface EpisodeView {
  /** The metadata provider's number; some series count on from season to season. */
  readonly episode_number: number;
  readonly name: string | null;
  /** YYYY-MM-DD. */
  readonly air_date: string | null;
  readonly overview: string | null;
  /** Path below the provider's image host. */
  readonly still_path: string | null;
  /** In minutes. */
  readonly runtime: number | null;
  /**
   * `here`: a library of the caller's has it. `coming`: it is being downloaded, or hasn't aired yet. `missing`: it has aired, and none
   * has it. `unknown`: a library can't be read, or it isn't sure which of its seasons is meant, and no other has it.
   */
  readonly state: EpisodeState;
}

export const seasonEpisodesView = ({ seasonNumber, episodes }: SeasonEpisodes): SeasonEpisodesView => ({
  season_number: seasonNumber,
  episodes: episodes.map(episodeView),
});

const episodeView = (episode: EpisodeNow): EpisodeView => ({
  episode_number: episode.episodeNumber,
  name: episode.name,
  air_date: episode.airDate,
  overview: episode.overview,
  still_path: episode.stillPath,
  runtime: episode.runtime,
  state: episode.state,
});
