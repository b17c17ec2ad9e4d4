/**
 * What of a title is on disk: of a series its episodes, as `season:episode` in the library's numbers; of a title that counts
 * only as a whole, {@link WHOLE_TITLE}.
 */
export type Parts = ReadonlySet<string>;

/** The only part of a title that counts as a whole: a film, one format of a book, an album. */
export const WHOLE_TITLE = 'all';

/** Nothing is on disk. */
export const NO_PARTS: Parts = new Set();

/** An episode as a part of its series. */
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

/** Reads the text of {@link writeParts}. */
export function readParts(text: string): Parts {
  if (text === '') return NO_PARTS;
  if (text === WHOLE_TITLE) return new Set([WHOLE_TITLE]);
  const parts = new Set<string>();
  for (const [season, from, to] of rangesIn(text))
    for (let number = from; number <= to; number += 1) parts.add(episodePart(season, number));
  return parts;
}

/** How many episodes of a season are among them. */
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
