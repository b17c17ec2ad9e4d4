import { hasAired, type SonarrStoredEpisode, type SonarrStoredSeries } from './sonarr-stored.js';

interface Around {
  readonly firstSeason: number;
  readonly lastSeason: number;
  readonly now: number;
}

type Rule = (episode: SonarrStoredEpisode, around: Around) => boolean;

const RECENT_MS = 90 * 24 * 3_600_000;

const regular =
  (rule: Rule): Rule =>
  (episode, around) =>
    episode.seasonNumber > 0 && rule(episode, around);

const last: Rule = ({ seasonNumber }, { lastSeason }) => seasonNumber === lastSeason;

/** Options of an addition that say which episodes are monitored, whatever the seasons of the addition said. */
const RULES: Readonly<Record<string, Rule>> = {
  all: regular(() => true),
  future: regular((episode, { now }) => !hasAired(episode, now)),
  missing: regular(({ file }) => file === null),
  existing: regular(({ file }) => file !== null),
  firstSeason: regular(({ seasonNumber }, { firstSeason }) => seasonNumber === firstSeason),
  lastSeason: regular(last),
  latestSeason: regular(last),
  pilot: regular(({ seasonNumber, episodeNumber }, around) => {
    return seasonNumber === around.firstSeason && episodeNumber === 1;
  }),
  recent: regular(({ airsAt }, { now }) => airsAt !== null && airsAt >= now - RECENT_MS),
  monitorSpecials: ({ seasonNumber, monitored }) => seasonNumber === 0 || monitored,
  unmonitorSpecials: ({ seasonNumber, monitored }) => seasonNumber !== 0 && monitored,
  none: () => false,
};

/**
 * Applies the `monitor` of an addition's options. With `skip`, or without a value, the seasons of the addition decide;
 * every other value overrides them, and a season is monitored when one of its episodes is.
 */
export function applyMonitorOption(series: SonarrStoredSeries, now: number): void {
  const rule = RULES[String(series.addOptions?.monitor)];
  if (!rule) return;
  const numbers = series.seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0);
  const around = { firstSeason: Math.min(...numbers), lastSeason: Math.max(...numbers), now };
  for (const episode of series.episodes) episode.monitored = rule(episode, around);
  for (const season of series.seasons) {
    season.monitored = series.episodes.some((one) => one.monitored && one.seasonNumber === season.seasonNumber);
  }
}
