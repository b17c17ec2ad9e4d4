import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';

/**
 * What is left of an answer without the titles of these kinds; the very same answer where it has none of them. What can't be
 * said to be of a hidden kind stays: hiding keeps nothing secret.
 */
export type KindsCut = (answer: RawJson, hidden: ReadonlySet<TitleKind>) => RawJson;

/** A row of the metadata provider, which names its kind. */
interface Row {
  readonly media_type?: unknown;
  readonly known_for?: unknown;
}

/** What the metadata has judged of a page of rows. */
interface Page {
  readonly results: readonly Row[];
}

/** What the metadata has judged of somebody's credits. */
interface Credits {
  readonly cast: readonly Row[];
  readonly crew: readonly Row[];
}

/** A page: no such titles by themselves, and none among what somebody is known for. Its totals still describe the provider. */
export const pageWithoutKinds: KindsCut = (answer, hidden) => {
  const { results, ...rest } = JSON.parse(answer.text) as Page;
  const left = rowsLeft(results, hidden);
  return left === results ? answer : new RawJson(JSON.stringify({ ...rest, results: left }));
};

/** What somebody has been part of, as `cast` and as `crew`. */
export const creditsWithoutKinds: KindsCut = (answer, hidden) => {
  const { cast, crew, ...rest } = JSON.parse(answer.text) as Credits;
  const [played, worked] = [rowsLeft(cast, hidden), rowsLeft(crew, hidden)];
  if (played === cast && worked === crew) return answer;
  return new RawJson(JSON.stringify({ ...rest, cast: played, crew: worked }));
};

function rowsLeft(rows: readonly Row[], hidden: ReadonlySet<TitleKind>): readonly Row[] {
  const left = rows.filter((row) => !isOf(hidden, row)).map((row) => withKnownForLeft(row, hidden));
  return left.length === rows.length && left.every((row, place) => row === rows[place]) ? rows : left;
}

function withKnownForLeft(row: Row, hidden: ReadonlySet<TitleKind>): Row {
  if (!Array.isArray(row.known_for)) return row;
  const known: readonly unknown[] = row.known_for;
  const left = known.filter((title) => !isOf(hidden, title));
  return left.length === known.length ? row : { ...row, known_for: left };
}

function isOf(hidden: ReadonlySet<TitleKind>, title: unknown): boolean {
  return typeof title === 'object' && title !== null && hidden.has((title as Row).media_type as TitleKind);
}
