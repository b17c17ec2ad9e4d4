import type { FakeServer } from '../../../fakes/fake-server.js';
import type { App } from '../../../harness/start-app.js';

/** The title that a case is about. */
export interface MatrixTitle {
  readonly kind: 'movie' | 'tv';
  /** Nothing that is kept knows of it. */
  readonly id: number;
  readonly adult: boolean;
  readonly genreIds: readonly number[];
}

/** A route, as a kids account is shown or not shown a title by it. */
export interface MatrixRow {
  /** As the table of routes has it, and what of it is meant where there is more than one place for a title. */
  readonly route: string;
  readonly place?: string;
  readonly kind: 'movie' | 'tv';
  /** What is called about the title; a call that nothing kept answers. */
  readonly path: (title: MatrixTitle) => string;
  /** The fake that is asked; that of the metadata provider where nothing is said. */
  readonly upstream?: (app: App) => FakeServer;
  /** Which call of it brings the title. */
  readonly call: (title: MatrixTitle) => string;
  /** What it answers then. */
  readonly holding: (title: MatrixTitle) => unknown;
  /** What it answers where nobody could read which titles it holds. */
  readonly damaged: (title: MatrixTitle) => unknown;
  /** The error that a kids account gets for that; that limits could not be applied where nothing is said. */
  readonly damagedError?: string;
  /** Has the answer this status where the title is hidden? 200 with the rest of the rows where nothing is said. */
  readonly hiddenStatus?: 404;
}

/** A row of the provider's lists about the title. */
export const listedRow = ({ kind, id, adult, genreIds }: MatrixTitle): Record<string, unknown> => {
  const named = kind === 'movie' ? { title: nameOf(id) } : { name: nameOf(id) };
  return { id, adult, genre_ids: genreIds, media_type: kind, original_language: 'en', ...named };
};

/** What the title is called, by which it is looked for in answers. */
export const nameOf = (id: number): string => `Harbor number ${id}`;
