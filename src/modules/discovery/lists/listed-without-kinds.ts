import { RawJson } from '../../../core/http/raw-answer.js';
import type { TitleKind } from '../../metadata/metadata.public.js';
import type { KindsCut } from '../preferences/without-kinds.js';
import { ListedRows } from './listed-rows.js';

/** A row of the list provider, which has its title under the name of its kind. */
interface Row {
  readonly movie?: unknown;
  readonly show?: unknown;
}

/** Rows that name a film or a series, without those of hidden kinds. Source: doc 2 §4 Discovery settings. */
export const listedWithoutKinds: KindsCut = (answer, hidden) => {
  if (!(answer instanceof ListedRows)) throw new Error('a feed does not say what its rows are');
  const rows = JSON.parse(answer.text) as readonly Row[];
  const left = rows.filter((row) => !isOf(hidden, row));
  return left.length === rows.length ? answer : new ListedRows(new RawJson(JSON.stringify(left)), answer.rows);
};

const isOf = (hidden: ReadonlySet<TitleKind>, { movie, show }: Row): boolean =>
  (Boolean(movie) && hidden.has('movie')) || (Boolean(show) && hidden.has('tv'));
