import type { AiredSeason, AiredSeasons } from '../../library/library.public.js';
import type { SeriesSummary } from '../../metadata/metadata.public.js';

/** What the provider says of the seasons of a series, and of what is on the air. */
export type ProviderSeasons = Pick<SeriesSummary, 'seasons' | 'lastAired' | 'seasonToCome'>;

/** Do two catalogs count the seasons of a series alike? Unknown where what is known says neither. */
export type SeasonsVerdict = 'alike' | 'differ' | 'unknown';

/**
 * Catalogs learn of an episode days apart, and a manager reads an ended series once a month: a season counts this long after it began, the
 * number of its episodes this long after its last one. In milliseconds.
 */
const SETTLED_MS = 30 * 24 * 3_600_000;

/** Both have to be passed: so many episodes, and this share of the season. */
const EPISODES_APART = 2;
const SHARE_APART = 0.1;

const MOST_ANNOUNCED = 2;

/** Has an episode of the season aired? Null where it isn't known, or too recent to be compared. */
type HasBegun = boolean | null;

interface ProviderSeason {
  readonly hasBegun: HasBegun;
  /** How many of its episodes have aired; null unless all have. */
  readonly aired: number | null;
}

interface LibrarySeason {
  readonly hasBegun: HasBegun;
  /** Between how many of its episodes have aired; null while that may be too recent. */
  readonly aired: Pick<AiredSeason, 'least' | 'most'> | null;
}

const UNKNOWN = { hasBegun: null, aired: null } as const;
const NONE = { hasBegun: false, aired: null } as const;

/**
 * Of equal numbers, regular ones only. They differ where one that has aired is missing on one side, or its aired episodes differ by more
 * than a tenth and at least two. Not compared are seasons that are announced, have begun within 30 days or have no date; nor the numbers of
 * episodes of a season that is on the air, or may go on. Source: issue 43 C16.
 * @param now epoch milliseconds
 */
export function compareSeasons(provider: ProviderSeasons, library: AiredSeasons, now: number): SeasonsVerdict {
  const sources = provider.seasons.map(({ seasonNumber }) => seasonNumber).filter(isRegular);
  const targets = [...library.keys()].filter(isRegular);
  // A library that numbers otherwise, by years for example, has no season that could be taken for another.
  if (!sources.some((number) => library.has(number))) return 'unknown';
  // A manager that is still taking the series in knows none of its episodes.
  if (targets.every((number) => library.get(number)?.most === 0)) return 'unknown';
  const verdicts = [...new Set([...sources, ...targets])].map((number) =>
    compareSeason(atProvider(provider, number, now), inLibrary(library, number, now)),
  );
  if (verdicts.includes('differ')) return 'differ';
  return verdicts.includes('unknown') ? 'unknown' : 'alike';
}

function compareSeason(source: ProviderSeason, target: LibrarySeason): SeasonsVerdict {
  if (source.hasBegun !== null && target.hasBegun !== null && source.hasBegun !== target.hasBegun) return 'differ';
  if (source.hasBegun === false && target.hasBegun === null) return 'unknown';
  if (source.aired === null || target.aired === null) return 'alike';
  const { least, most } = target.aired;
  const closest = Math.min(Math.max(source.aired, least), most);
  if (isApart(source.aired, closest)) return 'differ';
  return isApart(source.aired, least) || isApart(source.aired, most) ? 'unknown' : 'alike';
}

function isApart(one: number, other: number): boolean {
  const apart = Math.abs(one - other);
  return apart >= EPISODES_APART && apart > SHARE_APART * Math.max(one, other);
}

function atProvider(provider: ProviderSeasons, number: number, now: number): ProviderSeason {
  const season = provider.seasons.find(({ seasonNumber }) => seasonNumber === number);
  if (!season) return NONE;
  if (!hasBegun(provider, season, now)) return UNKNOWN;
  return { hasBegun: true, aired: isOver(provider, season, now) ? season.episodeCount : null };
}

type Season = ProviderSeasons['seasons'][number];

/** Certainly: a date that has passed says little where episodes have aired only of seasons before it. */
function hasBegun(
  { lastAired }: ProviderSeasons,
  { seasonNumber, episodeCount, airDate }: Season,
  now: number,
): boolean {
  const isAhead = lastAired !== null && isRegular(lastAired.seasonNumber) && lastAired.seasonNumber < seasonNumber;
  return episodeCount > 0 && !isAhead && isSettled(dayMs(airDate), now);
}

/** Have all its episodes aired? They have once a later season has begun, and where the last one of the last season has. */
function isOver(provider: ProviderSeasons, season: Season, now: number): boolean {
  const { seasons, lastAired, seasonToCome } = provider;
  if (seasonToCome === season.seasonNumber) return false;
  if (seasons.some((other) => other.seasonNumber > season.seasonNumber && hasBegun(provider, other, now))) return true;
  return (
    lastAired?.seasonNumber === season.seasonNumber &&
    lastAired.episodeNumber >= season.episodeCount &&
    isSettled(dayMs(lastAired.airDate), now)
  );
}

function inLibrary(seasons: AiredSeasons, number: number, now: number): LibrarySeason {
  const season = seasons.get(number);
  if (!season || season.most === 0) return NONE;
  const { least, most, first, last } = season;
  if (first === null) return { hasBegun: isFollowed(seasons, number) ? true : null, aired: { least, most } };
  if (!isSettled(first, now)) return UNKNOWN;
  return { hasBegun: true, aired: isSettled(last, now) ? { least, most } : null };
}

/** Seasons air in order. Without dates the last ones lie ahead: so many at most are announced at a time. */
function isFollowed(seasons: AiredSeasons, number: number): boolean {
  const later = [...seasons].filter(([other, { most }]) => other > number && most > 0);
  return later.length >= MOST_ANNOUNCED || later.some(([, { least }]) => least > 0);
}

const isRegular = (season: number): boolean => season > 0;

const isSettled = (at: number | null, now: number): boolean => at !== null && at <= now - SETTLED_MS;

const dayMs = (day: string | null): number | null => (day === null ? null : Date.parse(`${day}T00:00:00Z`));
