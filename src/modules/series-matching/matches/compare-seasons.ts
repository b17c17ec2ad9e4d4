import type { AiredSeason, AiredSeasons } from '../../library/library.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';

/** What the provider says of the seasons of a series, and of what is on the air. */
export type ProviderSeasons = Pick<SeriesSummary, 'seasons' | 'lastAired' | 'seasonToCome'>;

/** Do two catalogs count the seasons of a series alike? Unknown where what is known says neither. */
export type SeasonsVerdict = 'alike' | 'differ' | 'unknown';

/**
 * Catalogs learn of an episode days apart, and a manager reads the metadata of an ended series once a month: a season counts this
 * long after it began, the number of its episodes this long after its last one. In milliseconds.
 */
const SETTLED_MS = 30 * 24 * 3_600_000;

/** So many episodes may be apart in any case, and a tenth of the larger number in long seasons. */
const EPISODES_APART = 1;
const SHARE_APART = 0.1;

/** How far a season has come in one catalog; null for what is not known, or too recent to be compared. */
interface SeasonFacts {
  /** Has an episode of it aired? */
  readonly hasBegun: boolean | null;
  /** How many episodes have aired. */
  readonly aired: number | null;
}

const UNKNOWN: SeasonFacts = { hasBegun: null, aired: null };
const NONE: SeasonFacts = { hasBegun: false, aired: 0 };

/**
 * Compares the seasons of equal numbers. They differ where one that has aired is missing on one side, or its aired episodes differ
 * by more than a tenth and at least two. Only regular seasons count. Not compared are seasons that are announced, have begun within
 * 30 days or have no date; nor the numbers of episodes of a season that is on the air. Source: issue 43 C16.
 *
 * @param now epoch milliseconds
 */
export function compareSeasons(provider: ProviderSeasons, library: AiredSeasons, now: number): SeasonsVerdict {
  const sources = provider.seasons.map(({ seasonNumber }) => seasonNumber).filter((number) => number > 0);
  // A library that numbers otherwise, by years for example, has no season that could be taken for another: it has no counterparts.
  if (!sources.some((number) => library.has(number))) return 'unknown';
  const numbers = [...new Set([...sources, ...library.keys()])].filter((number) => number > 0);
  const verdicts = numbers.map((number) =>
    verdictOn(atProvider(provider, number, now), inLibrary(library, number, now)),
  );
  if (verdicts.includes('differ')) return 'differ';
  return verdicts.includes('unknown') ? 'unknown' : 'alike';
}

function verdictOn(source: SeasonFacts, target: SeasonFacts): SeasonsVerdict {
  if (source.hasBegun !== null && target.hasBegun !== null && source.hasBegun !== target.hasBegun) return 'differ';
  if (source.aired !== null && target.aired !== null && target.hasBegun !== false && source.hasBegun !== false) {
    const apart = Math.abs(source.aired - target.aired);
    const isMuch = apart > EPISODES_APART && apart > SHARE_APART * Math.max(source.aired, target.aired);
    return isMuch ? 'differ' : 'alike';
  }
  return target.hasBegun === null ? 'unknown' : 'alike';
}

function atProvider({ seasons, lastAired, seasonToCome }: ProviderSeasons, number: number, now: number): SeasonFacts {
  const season = seasons.find(({ seasonNumber }) => seasonNumber === number);
  if (!season) return NONE;
  if (season.episodeCount === 0 || !isSettled(dayMs(season.airDate), now)) return UNKNOWN;
  // Its date has passed, and yet no episode of it has aired: the date is wrong, or the answer is old.
  if (lastAired && lastAired.seasonNumber < number) return UNKNOWN;
  const isRecent = lastAired?.seasonNumber === number && !isSettled(dayMs(lastAired.airDate), now);
  return { hasBegun: true, aired: seasonToCome === number || isRecent ? null : season.episodeCount };
}

function inLibrary(seasons: AiredSeasons, number: number, now: number): SeasonFacts {
  const season = seasons.get(number);
  if (!season || season.aired === 0) return NONE;
  if (season.first === null) return { hasBegun: isFollowed(seasons, number) ? true : null, aired: season.aired };
  if (!isSettled(season.first, now)) return UNKNOWN;
  return { hasBegun: true, aired: isSettled(season.last, now) ? season.aired : null };
}

/** Seasons air in order: without dates, only the last may be one that is announced. */
const isFollowed = (seasons: AiredSeasons, number: number): boolean =>
  [...seasons].some(([other, season]: readonly [number, AiredSeason]) => other > number && season.aired !== 0);

const isSettled = (at: number | null, now: number): boolean => at !== null && at <= now - SETTLED_MS;

const dayMs = (day: string | null): number | null => (day === null ? null : Date.parse(`${day}T00:00:00Z`));
