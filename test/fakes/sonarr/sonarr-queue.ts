import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { queueRowFields, type ServarrStoredRow } from '../servarr/servarr-queue.js';
import { WEB } from './sonarr-fixed-answers.js';
import { episodeResource, seriesResource } from './sonarr-resources.js';
import { releaseNameOf } from './sonarr-show.js';
import type { SonarrStoredEpisode, SonarrStoredSeries } from './sonarr-stored.js';

/** A row of the fake's download queue: one episode of one download. */
export interface SonarrStoredRow extends ServarrStoredRow {
  /** Null for a download that Sonarr can't match with an episode. */
  readonly of: SonarrStoredPart | null;
}

/** An episode and the series that it is of. */
export interface SonarrStoredPart {
  readonly series: SonarrStoredSeries;
  readonly episode: SonarrStoredEpisode;
}

/** A release of one episode, or of a season where it holds more. */
export function queueTitleOf([first, second]: readonly SonarrStoredPart[]): string {
  if (!first) return 'Unknown.Release-DEMO';
  const { series, episode } = first;
  return releaseNameOf(series.show, episode.seasonNumber, second ? undefined : episode.episodeNumber);
}

export interface RowParts {
  readonly includeSeries: boolean;
  readonly includeEpisode: boolean;
  readonly now: number;
}

/** A row as Sonarr writes it. */
export function queueResource(row: SonarrStoredRow, { includeSeries, includeEpisode, now }: RowParts): Fields {
  const { series, episode } = row.of ?? {};
  return withoutNulls({
    ...queueRowFields(row, WEB, '/downloads/sonarr'),
    seriesId: series?.id,
    episodeId: episode?.id,
    seasonNumber: episode?.seasonNumber,
    episodeHasFile: episode?.file != null,
    series: includeSeries && series ? seriesResource(series, now) : null,
    episode: includeEpisode && series && episode ? episodeResource(series, episode) : null,
  });
}
