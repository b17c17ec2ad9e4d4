import { RawJson } from '../../../core/http/raw-answer.js';

/** A film as the provider lists it in a collection: named as a series is, or as films are elsewhere. */
interface Part {
  readonly media_type?: unknown;
  readonly name?: unknown;
  readonly original_name?: unknown;
  readonly title?: unknown;
  readonly original_title?: unknown;
  readonly release_date?: unknown;
}

interface Collection {
  readonly id: number;
  readonly name?: unknown;
  readonly overview?: unknown;
  readonly poster_path?: unknown;
  readonly backdrop_path?: unknown;
  readonly parts: readonly Part[];
}

/** More than any collection has. */
const MOST_FILMS = 250;

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Of a collection of the provider's, with its films as rows of a browse: by their release, those without a date last. */
export function collectionFilms({ text }: RawJson): RawJson {
  const { id, name, overview, poster_path, backdrop_path, parts } = JSON.parse(text) as Collection;
  const films = parts.filter(isFilm).sort((one, other) => compare(releaseOf(one), releaseOf(other)));
  const rows = films.slice(0, MOST_FILMS).map(asBrowseRow);
  return new RawJson(JSON.stringify({ id, name, overview, poster_path, backdrop_path, parts: rows }));
}

const isFilm = ({ media_type = null }: Part): boolean => media_type === null || media_type === 'movie';

/** Sorts behind every day where there is none. */
const releaseOf = ({ release_date: day }: Part): string => (typeof day === 'string' && DAY.test(day) ? day : '~');

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function asBrowseRow({ name, original_name, title, original_title, ...row }: Part): Part {
  return { ...row, title: title ?? name, original_title: original_title ?? original_name };
}
