import type { SeasonCounts, SeriesDigestEntry, SeriesOnDisk } from '../../library/library.public.js';
import type { AcceptedRequest } from '../../requests/requests.public.js';
import type { Observation } from './observe.js';

/** Of a series its episodes, as `season:episode` in the library's numbers; of a title that counts as a whole, {@link WHOLE_TITLE}. */
export type Parts = ReadonlySet<string>;

/** The only part of a title that counts as a whole: a film, one format of a book, an album. */
export const WHOLE_TITLE = 'all';

export const NO_PARTS: Parts = new Set();

export function episodePart(season: number, episode: number): string {
  return `${season}:${episode}`;
}

/** The stored form: `all`; of episodes `1:1-3,5 2:1`, by season and number; empty for nothing. */
export function writeParts(parts: Parts): string {
  if (parts.has(WHOLE_TITLE)) return WHOLE_TITLE;
  const seasons = new Map<number, number[]>();
  for (const part of parts) {
    const [season = 0, episode = 0] = part.split(':').map(Number);
    const numbers = seasons.get(season);
    if (numbers) numbers.push(episode);
    else seasons.set(season, [episode]);
  }
  return [...seasons]
    .sort(([one], [other]) => one - other)
    .map(([season, numbers]) => `${season}:${ranges(numbers)}`)
    .join(' ');
}

export function readParts(text: string): Parts {
  if (text === '') return NO_PARTS;
  if (text === WHOLE_TITLE) return new Set([WHOLE_TITLE]);
  const parts = new Set<string>();
  for (const [season, from, to] of rangesIn(text))
    for (let number = from; number <= to; number += 1) parts.add(episodePart(season, number));
  return parts;
}

export function countOfSeason(text: string, season: number): number {
  return rangesIn(text).reduce((sum, [of, from, to]) => (of === season ? sum + to - from + 1 : sum), 0);
}

function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const last = found.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}

/** Season, first and last episode of each range. */
function rangesIn(text: string): readonly (readonly [number, number, number])[] {
  if (text === '' || text === WHOLE_TITLE) return [];
  return text.split(' ').flatMap((of) => {
    const [season = '', numbers = ''] = of.split(':');
    return numbers.split(',').map((range) => {
      const [from = NaN, to = from] = range.split('-').map(Number);
      return [Number(season), from, to] as const;
    });
  });
}

/** The seasons of a request, and whether only the first episode of the first of them is meant. */
type Wanted = Pick<AcceptedRequest, 'seasons' | 'pilot'>;

/**
 * What is new on disk of a series, as far as the counts of its seasons say it: nothing without files in the requested seasons, and nothing
 * where every episode was seen before. Undefined where only the list of episodes says it.
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

export function partsByList({ seasons, pilot }: Wanted, onDisk: Extract<SeriesOnDisk, { known: true }>): Parts {
  const parts = new Set<string>();
  for (const number of seasons ?? []) {
    const { episodes, pilotHeld } = onDisk.seasons.get(number) ?? NOTHING;
    const counted = pilot ? episodes.slice(0, pilotHeld ? 1 : 0) : episodes;
    for (const episode of counted) parts.add(episodePart(number, episode));
  }
  return parts;
}

/** Do the requested seasons have the same files by their counts? */
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
