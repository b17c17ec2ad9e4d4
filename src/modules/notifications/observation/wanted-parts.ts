import type { SeasonCounts, SeriesDigestEntry, SeriesOnDisk } from '../../library/library.public.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';
import type { Observation } from './observe.js';
import { countOfSeason, episodePart, NO_PARTS, type Parts } from './seen-parts.js';

/** The seasons of a request, and whether only the first episode of the first of them is meant. */
type Wanted = Pick<AcceptedRequest, 'seasons' | 'pilot'>;

/**
 * What is new on disk of a series, as far as the counts of its seasons say it: nothing without files in the requested seasons,
 * and nothing where every episode was seen before. Undefined where only the list of episodes says it.
 *
 * @param entry undefined where the library lacks the series
 * @param last what was observed under the same match; null where nothing was
 */
export function partsByCounts(
  wanted: Wanted,
  entry: SeriesDigestEntry | undefined,
  last: Observation | null,
): Parts | undefined {
  const seasons = countsOf(wanted, entry).filter(({ files }) => files > 0);
  if (seasons.length === 0) return NO_PARTS;
  if (last === null) return undefined;
  if (wanted.pilot) return last.seen === '' ? undefined : NO_PARTS;
  const isSeen = ({ seasonNumber, files, total }: SeasonCounts): boolean =>
    files >= total && countOfSeason(last.seen, seasonNumber) >= total;
  return seasons.every(isSeen) ? NO_PARTS : undefined;
}

/** What is on disk of the requested seasons, by the list of episodes. */
export function partsByList({ seasons, pilot }: Wanted, onDisk: Extract<SeriesOnDisk, { known: true }>): Parts {
  const parts = new Set<string>();
  for (const number of seasons ?? []) {
    const { episodes, pilotHeld } = onDisk.seasons.get(number) ?? NOTHING;
    const counted = pilot ? episodes.slice(0, pilotHeld ? 1 : 0) : episodes;
    for (const episode of counted) parts.add(episodePart(number, episode));
  }
  return parts;
}

/** Do the requested seasons have the same files by their counts? Source: doc 2 section 6, observation key. */
export function sameCounts(wanted: Wanted, one: SeriesDigestEntry | null, other: SeriesDigestEntry | null): boolean {
  if (one === other) return true;
  const before = countsOf(wanted, one ?? undefined);
  const now = countsOf(wanted, other ?? undefined);
  return (
    before.length === now.length &&
    before.every((season, index) => {
      const { seasonNumber, files, total, sizeOnDisk } = now[index] ?? season;
      return (
        season.seasonNumber === seasonNumber &&
        season.files === files &&
        season.total === total &&
        season.sizeOnDisk === sizeOnDisk
      );
    })
  );
}

const NOTHING = { episodes: [], pilotHeld: false } as const;

const countsOf = ({ seasons }: Wanted, entry: SeriesDigestEntry | undefined): readonly SeasonCounts[] =>
  (entry?.seasons ?? []).filter(({ seasonNumber }) => seasons?.includes(seasonNumber));
