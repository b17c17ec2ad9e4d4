import { eachOnce } from './each-once.js';
import { yearOf } from './found-titles.js';

/** Somebody who played in a title. */
export interface CastMember {
  readonly id: number;
  readonly name: string;
  /** Whom they played; empty where unknown. */
  readonly character: string;
}

/** So many are named; all others are in the provider's own pages. */
const MOST_CAST = 12;

/** What a title's page says of it. */
export interface TitleFacts {
  readonly title: string;
  readonly year: string;
  readonly overview: string;
  /** The path of its poster as the provider names it; empty where there is none. */
  readonly poster: string;
  /** In minutes; undefined where it is unknown. */
  readonly runtime: number | undefined;
  /** With the provider's number of each; 0 where it has none. */
  readonly genres: readonly { readonly id: number; readonly name: string }[];
  /** Who played in it, the leading parts first. */
  readonly cast: readonly CastMember[];
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
      .map(({ id, name }) => ({ id: typeof id === 'number' ? id : 0, name: text(name) }))
      .filter(({ name }) => name !== ''),
    cast: castOf(document.credits),
    seasons: seasons.filter((number): number is number => Number.isSafeInteger(number)).sort((a, b) => a - b),
  };
}

function castOf(credits: unknown): readonly CastMember[] {
  const [{ cast } = {}] = entries([credits]);
  const members = entries(cast).flatMap(({ id, name, character }): CastMember[] =>
    typeof id === 'number' && text(name) !== '' ? [{ id, name: text(name), character: text(character) }] : [],
  );
  return eachOnce(members).slice(0, MOST_CAST);
}
