import { yearOf } from './found-titles.js';

/** What a title's page says of it. */
export interface TitleFacts {
  readonly title: string;
  readonly year: string;
  readonly overview: string;
  /** The path of its poster as the provider names it; empty where there is none. */
  readonly poster: string;
  /** In minutes; undefined where it is unknown. */
  readonly runtime: number | undefined;
  readonly genres: readonly string[];
  /** The numbers of a series' seasons, in order; 0 holds the specials. */
  readonly seasons: readonly number[];
}

type Entry = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const entries = (value: unknown): readonly Entry[] =>
  Array.isArray(value)
    ? (value as unknown[]).filter((one): one is Entry => typeof one === 'object' && one !== null)
    : [];

/** Reads the metadata provider's document of a film or a series. What is missing or of another type stays empty. */
export function titleFacts(document: Entry): TitleFacts {
  const { runtime } = document;
  const seasons = entries(document.seasons).map(({ season_number: number }) => number);
  return {
    title: text(document.title) || text(document.name),
    year: yearOf(document),
    overview: text(document.overview),
    poster: text(document.poster_path),
    runtime: typeof runtime === 'number' && runtime > 0 ? runtime : undefined,
    genres: entries(document.genres)
      .map(({ name }) => text(name))
      .filter(Boolean),
    seasons: seasons.filter((number): number is number => Number.isSafeInteger(number)).sort((a, b) => a - b),
  };
}
