/** A film or a series, as cards show it. */
export interface FoundTitle {
  readonly kind: 'movie' | 'tv';
  readonly id: number;
  readonly title: string;
  /** Four digits; empty where it is unknown. */
  readonly year: string;
  /** The path of its poster as the provider names it; whether it is one is judged where it is shown. */
  readonly poster?: string;
  /** The same of its backdrop. */
  readonly backdrop?: string;
  /** What the provider's people think of it, of ten: `7.7`. Left out where nobody has said. */
  readonly rating?: string;
  /** In place of the year and all else below the title, where the day is the point: `25 June`. */
  readonly day?: string;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * The films and series in an answer of discovery, in its order and each once. Its documents come from outside: an entry without
 * an id or a title is left out, people and other kinds too.
 *
 * @param kind of entries that don't say it themselves
 */
export function foundTitles(answer: unknown, kind?: FoundTitle['kind']): readonly FoundTitle[] {
  const results = isRecord(answer) && Array.isArray(answer.results) ? (answer.results as unknown[]) : [];
  const titles = results.filter(isRecord).flatMap((entry): FoundTitle[] => {
    const own = entry.media_type === 'movie' || entry.media_type === 'tv' ? entry.media_type : undefined;
    const of = entry.media_type === undefined ? kind : own;
    const title = of === 'movie' ? text(entry.title) : text(entry.name);
    if (of === undefined || typeof entry.id !== 'number' || title.trim() === '') return [];
    const poster = text(entry.poster_path);
    const backdrop = text(entry.backdrop_path);
    const rating = ratingOf(entry);
    return [
      {
        ...{ kind: of, id: entry.id, title, year: yearOf(entry) },
        ...(poster === '' ? {} : { poster }),
        ...(backdrop === '' ? {} : { backdrop }),
        ...(rating === '' ? {} : { rating }),
      },
    ];
  });
  return [...new Map(titles.map((found) => [`${found.kind}/${found.id}`, found])).values()];
}

/** The year of a film's release or of a series' first episode. */
export function yearOf(entry: Readonly<Record<string, unknown>>): string {
  return /^\d{4}(?=-)/.exec(text(entry.release_date) || text(entry.first_air_date))?.[0] ?? '';
}

/** What the provider's people think of a title, of ten, to one place: `7.7`; empty where nobody has said. */
export function ratingOf({ vote_average: average, vote_count: count }: Readonly<Record<string, unknown>>): string {
  const isSaid = typeof average === 'number' && average > 0 && average <= 10 && count !== 0;
  return isSaid ? average.toFixed(1) : '';
}
