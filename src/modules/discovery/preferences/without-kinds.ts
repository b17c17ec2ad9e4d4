import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';

/**
 * An answer without the titles of these kinds; the very same where it has none. Titles of an unknown kind stay: hiding
 * keeps nothing secret.
 */
export type KindsCut = (answer: RawJson, hidden: ReadonlySet<TitleKind>) => RawJson;

interface Row {
  readonly media_type?: unknown;
  readonly known_for?: unknown;
}

interface Page {
  readonly results: readonly Row[];
}

interface Credits {
  readonly cast: readonly Row[];
  readonly crew: readonly Row[];
}

/** Also cuts what people are known for. The totals still describe the provider. */
export const pageWithoutKinds: KindsCut = (answer, hidden) => {
  const { results, ...rest } = JSON.parse(answer.text) as Page;
  const left = rowsLeft(results, hidden);
  return left === results ? answer : new RawJson(JSON.stringify({ ...rest, results: left }));
};

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
