/** What comes out on a day: a film, or episodes of a series. */
export interface CalendarEntry {
  /** YYYY-MM-DD, where the reader is. */
  readonly day: string;
  readonly kind: 'movie' | 'tv';
  /** The metadata provider's number; undefined where it isn't known, so that it has no page here. */
  readonly id: number | undefined;
  readonly title: string;
  readonly year: string;
  /** How a film comes out; undefined where that isn't said. */
  readonly way?: 'cinema' | 'digital' | 'disc';
  readonly season?: number;
  /** The first and the last of the episodes. */
  readonly episodes?: readonly [number, number];
  /** When the first of them is on, in milliseconds since 1970. */
  readonly at?: number;
  /** The path of its poster as the metadata provider names it. */
  readonly poster?: string;
}

/** Days, each with what comes out on it. */
export type CalendarDays = readonly (readonly [day: string, entries: readonly CalendarEntry[]])[];

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);
const rowsIn = (answer: unknown): readonly Row[] => (Array.isArray(answer) ? (answer as unknown[]).filter(isRow) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
const yearIn = (value: unknown): string => (number(value) === undefined ? '' : String(value));

/** A day where the reader is. */
export function dayOf(at: Date): string {
  const [month, date] = [at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${date}`;
}

const WAYS = [
  ['inCinemas', 'cinema'],
  ['digitalRelease', 'digital'],
  ['physicalRelease', 'disc'],
] as const;

/** A library of films knows three days of each; those outside of the span are left out. Days of releases have no time and no zone. */
export const libraryFilms = (answer: unknown, [from, to]: readonly [string, string]): readonly CalendarEntry[] =>
  rowsIn(answer).flatMap((row) =>
    WAYS.flatMap(([member, way]): readonly CalendarEntry[] => {
      const day = text(row[member]).slice(0, 10);
      const title = text(row.title);
      if (title === '' || day < from || day > to) return [];
      const of = { kind: 'movie' as const, id: number(row.tmdbId), title, year: yearIn(row.year), ...posterIn(row) };
      return [{ day, way, ...of }];
    }),
  );

/** Episodes in the calendar of a library of series. */
export const libraryEpisodes = (answer: unknown): readonly CalendarEntry[] =>
  rowsIn(answer).flatMap((row): readonly CalendarEntry[] => {
    const { series } = row;
    return isRow(series)
      ? episode(
          { id: series.tmdbId, title: series.title, year: series.year, ...posterIn(series) },
          { at: row.airDateUtc, season: row.seasonNumber, number: row.episodeNumber },
        )
      : [];
  });

/** Films in the calendar of the list provider. */
export const listedFilms = (answer: unknown): readonly CalendarEntry[] =>
  rowsIn(answer).flatMap(({ released, movie }): readonly CalendarEntry[] => {
    const day = text(released);
    if (!isRow(movie) || text(movie.title) === '' || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return [];
    const id = isRow(movie.ids) ? number(movie.ids.tmdb) : undefined;
    return [{ day, kind: 'movie', id, title: text(movie.title), year: yearIn(movie.year) }];
  });

/** Seasons that begin, in the calendar of the list provider: the episodes of a whole world would hide them. */
export const listedSeasons = (answer: unknown): readonly CalendarEntry[] =>
  rowsIn(answer).flatMap(({ first_aired: at, episode: of, show }): readonly CalendarEntry[] => {
    if (!isRow(show) || !isRow(of) || of.number !== 1) return [];
    const id = isRow(show.ids) ? show.ids.tmdb : undefined;
    return episode({ id, title: show.title, year: show.year }, { at, season: of.season, number: of.number });
  });

function episode(
  series: { readonly id: unknown; readonly title: unknown; readonly year: unknown; readonly poster?: string },
  of: { readonly at: unknown; readonly season: unknown; readonly number: unknown },
): readonly CalendarEntry[] {
  const at = Date.parse(text(of.at));
  const [season, place] = [number(of.season), number(of.number)];
  const title = text(series.title);
  // Specials have no season that anybody waits for.
  if (Number.isNaN(at) || title === '' || season === undefined || place === undefined) return [];
  return [
    {
      ...{ day: dayOf(new Date(at)), kind: 'tv', id: number(series.id), title, year: yearIn(series.year), at, season },
      episodes: [place, place],
      ...(series.poster === undefined ? {} : { poster: series.poster }),
    },
  ];
}

/** The name of a poster at the metadata provider, which is where libraries of films have theirs from. */
function posterIn({ images }: Row): { readonly poster?: string } {
  const addresses = rowsIn(images).flatMap(({ coverType, remoteUrl }) =>
    coverType === 'poster' ? [text(remoteUrl)] : [],
  );
  const [, poster] = /\/t\/p\/\w+(\/[A-Za-z0-9]+\.(?:jpe?g|png|webp))$/.exec(addresses[0] ?? '') ?? [];
  return poster === undefined ? {} : { poster };
}

/**
 * By their days from today on, the next one first; episodes of one season that come on one day are one entry, and what several
 * libraries say alike is said once.
 */
export function calendarDays(entries: readonly CalendarEntry[], today: string): CalendarDays {
  const merged = new Map<string, CalendarEntry>();
  for (const entry of entries) {
    if (entry.day < today) continue;
    const key = [entry.day, entry.kind, entry.id ?? entry.title, entry.way ?? entry.season ?? ''].join(' ');
    const known = merged.get(key);
    merged.set(key, known?.episodes && entry.episodes ? together(known, entry) : (known ?? entry));
  }
  const days = new Map<string, CalendarEntry[]>();
  for (const entry of [...merged.values()].sort(byTime)) days.set(entry.day, [...(days.get(entry.day) ?? []), entry]);
  return [...days].sort(([one], [other]) => one.localeCompare(other));
}

function together(one: CalendarEntry, other: CalendarEntry): CalendarEntry {
  const numbers = [...(one.episodes ?? []), ...(other.episodes ?? [])];
  return {
    ...one,
    at: Math.min(one.at ?? Infinity, other.at ?? Infinity),
    episodes: [Math.min(...numbers), Math.max(...numbers)],
  };
}

/** Films first, then by the time. */
const byTime = (one: CalendarEntry, other: CalendarEntry): number =>
  (one.at ?? 0) - (other.at ?? 0) || one.title.localeCompare(other.title);

/** The first of these days, with so many entries together. */
export function firstDays(days: CalendarDays, most: number): CalendarDays {
  let left = most;
  return days.flatMap(([day, entries]): CalendarDays => {
    const shown = entries.slice(0, Math.max(left, 0));
    left -= shown.length;
    return shown.length === 0 ? [] : [[day, shown]];
  });
}
