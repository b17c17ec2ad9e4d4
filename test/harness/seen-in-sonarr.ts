import type { SonarrFake } from '../fakes/sonarr/sonarr-fake.js';

/** What a person would see of a series in the manager's own interface. */
export interface SeenSeries {
  /** How often the library has it. */
  readonly records: number;
  readonly monitored: boolean;
  /** The seasons that are monitored. */
  readonly seasons: readonly number[];
  /** The episodes that are monitored: `1.2` is the second of the first season. */
  readonly episodes: readonly string[];
  /** The searches that ran for it, in order: `add`, `season 2`, `episode 1.1`. */
  readonly searches: readonly string[];
}

/** What is in a library about a series. */
export function seenInSonarr(sonarr: SonarrFake, tvdbId: number): SeenSeries {
  const records = sonarr.allSeries.filter(({ show }) => show.tvdbId === tvdbId);
  const [series] = records;
  if (!series) return { records: 0, monitored: false, seasons: [], episodes: [], searches: [] };
  const named = new Map(series.episodes.map((one) => [one.id, `${one.seasonNumber}.${one.episodeNumber}`]));
  const nameOf = ({ via, seasonNumber, episodeIds = [] }: SonarrFake['searches'][number]): string => {
    if (via === 'add') return 'add';
    if (seasonNumber !== undefined) return `season ${seasonNumber}`;
    return `episode ${episodeIds.map((id) => named.get(id) ?? id).join(', ')}`;
  };
  return {
    records: records.length,
    monitored: series.monitored,
    seasons: series.seasons.filter(({ monitored }) => monitored).map(({ seasonNumber }) => seasonNumber),
    episodes: series.episodes.filter(({ monitored }) => monitored).map(({ id }) => named.get(id) ?? ''),
    searches: sonarr.searches.filter(({ seriesId }) => seriesId === series.id).map(nameOf),
  };
}
