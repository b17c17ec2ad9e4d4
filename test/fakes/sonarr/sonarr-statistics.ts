import { withoutNulls, type Fields } from '../servarr/servarr-fields.js';
import { hasAired, type SonarrStoredEpisode } from './sonarr-stored.js';

type Episodes = readonly SonarrStoredEpisode[];

/**
 * What Sonarr counts. `episodeCount` holds the episodes that have a file, or are monitored and have aired, so that the
 * percentage says nothing of what is available.
 */
function counts(episodes: Episodes, now: number): Fields {
  const withFile = episodes.filter(({ file }) => file !== null);
  const counted = episodes.filter((one) => one.file !== null || (one.monitored && hasAired(one, now)));
  const files = new Map(withFile.map(({ file }) => [file?.id, file?.size ?? 0]));
  return {
    episodeFileCount: withFile.length,
    episodeCount: counted.length,
    totalEpisodeCount: episodes.length,
    sizeOnDisk: [...files.values()].reduce((sum, size) => sum + size, 0),
    releaseGroups: withFile.length > 0 ? ['DEMO'] : [],
    percentOfEpisodes: counted.length === 0 ? 0 : (withFile.length / counted.length) * 100,
  };
}

/** When a monitored episode airs next, and when one aired last; null where there is none. */
export function airings(episodes: Episodes, now: number): Fields {
  const moments = episodes.flatMap(({ monitored, airsAt }) => (monitored && airsAt !== null ? [airsAt] : []));
  const textOf = (moment: number): string | null => (Number.isFinite(moment) ? new Date(moment).toISOString() : null);
  return {
    nextAiring: textOf(Math.min(...moments.filter((moment) => moment > now))),
    previousAiring: textOf(Math.max(...moments.filter((moment) => moment <= now))),
  };
}

/** Null for a season without a known episode. */
export function seasonStatistics(episodes: Episodes, now: number): Fields | null {
  return episodes.length === 0 ? null : withoutNulls({ ...counts(episodes, now), ...airings(episodes, now) });
}

export function seriesStatistics(episodes: Episodes, now: number): Fields {
  const regular = new Set(episodes.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0));
  return { seasonCount: regular.size, ...counts(episodes, now) };
}
