import type { DeclaredPlace } from './secret-box.js';

/**
 * How a column holds what is sealed in it. `text`: each value is a sealed one, or empty. `json`: the value is JSON text;
 * where it is a sealed one, it is a JSON string, and other rows hold other things.
 */
type SealedForm = 'text' | 'json';

/**
 * A column in which secrets are sealed. A module declares its own at its top, in `sealed-columns.ts`: what isn't declared
 * there would be lost when the household changes its key.
 */
export class SealedColumn {
  constructor(
    readonly table: string,
    readonly column: string,
    readonly form: SealedForm = 'text',
  ) {}

  /** @param row the primary key, as text */
  at(row: string): DeclaredPlace {
    return { table: this.table, column: this.column, row } as DeclaredPlace;
  }
}
