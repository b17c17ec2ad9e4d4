import type { Schemas } from '../api/client.js';

type Row = Schemas['ImportRowView'];

/** Why an account of a media server wasn't taken over. */
export type ImportProblem = NonNullable<Row['error']> | NonNullable<Row['code']>;

/** What has become of an account of a media server. */
export type Imported =
  | { readonly outcome: 'new'; readonly link: string }
  | { readonly outcome: 'linked'; readonly name: string }
  | { readonly outcome: 'refused'; readonly problem: ImportProblem };

/** Reads what has become of an account that was to be taken over. */
export function imported({ error, code, created, link, username = '' }: Row): Imported {
  if (error !== undefined) return { outcome: 'refused', problem: code ?? error };
  return created && link !== undefined ? { outcome: 'new', link } : { outcome: 'linked', name: username };
}
