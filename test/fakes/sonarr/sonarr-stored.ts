import type { Fields } from '../servarr/servarr-fields.js';
import type { SonarrShow } from './sonarr-show.js';

/** A series in the fake's library. */
export interface SonarrStoredSeries {
  readonly id: number;
  readonly show: SonarrShow;
  monitored: boolean;
  qualityProfileId: number;
  rootFolderPath: string;
  seasonFolder: boolean;
  /** `all`: seasons to come are monitored; `none`: they aren't. */
  monitorNewItems: string;
  seriesType: string;
  tags: readonly number[];
  readonly added: string;
  seasons: readonly SonarrStoredSeason[];
  episodes: readonly SonarrStoredEpisode[];
  /** What the addition still has to do once the episodes are known; null afterwards. */
  addOptions: Fields | null;
}

export interface SonarrStoredSeason {
  readonly seasonNumber: number;
  monitored: boolean;
}

export interface SonarrStoredEpisode {
  readonly id: number;
  readonly seasonNumber: number;
  readonly episodeNumber: number;
  /** Epoch milliseconds; null without a date. */
  readonly airsAt: number | null;
  monitored: boolean;
  /** Several episodes may share one. */
  file: SonarrStoredFile | null;
  /** When it was last searched for; null for never. */
  lastSearched: string | null;
}

export interface SonarrStoredFile {
  readonly id: number;
  readonly size: number;
  readonly dateAdded: string;
  /** The profile would have a better one. */
  readonly cutoffUnmet: boolean;
}

export const hasAired = ({ airsAt }: SonarrStoredEpisode, now: number): boolean => airsAt !== null && airsAt <= now;
