import type { SecretBox, SecretLocation } from '../../src/core/secrets/secret-box.js';
import { SecretUnreadable } from '../../src/core/secrets/secret-box.js';
import { tableRows } from './database-inspection.js';

/** As `SecretBox.seal` writes, wherever it is in a value: a nonce, at least one byte and a tag. */
const SEALED = /v1:[A-Za-z0-9+/]{39,}={0,2}/g;

/** A sealed text, and where it was found. */
export interface SealedValue extends SecretLocation {
  readonly sealed: string;
}

/** Everything that lies sealed in the database of a file, in whatever table, found by its looks alone. */
export async function sealedValues(file: string): Promise<readonly SealedValue[]> {
  return Object.entries(await tableRows(file)).flatMap(([table, rows]) =>
    rows.flatMap((row) =>
      Object.entries(row).flatMap(([column, value]) =>
        [...textOf(value).matchAll(SEALED)].map(([sealed]) => ({ table, column, row: rowName(row), sealed })),
      ),
    ),
  );
}

/** What a box makes of each of them: its text, or null where it doesn't open. */
export function openedBy(box: SecretBox, values: readonly SealedValue[]): Record<string, string | null> {
  return Object.fromEntries(
    values.map(({ sealed, ...place }) => [`${place.table}.${place.column} ${place.row}`, opened(box, sealed, place)]),
  );
}

function opened(box: SecretBox, sealed: string, place: SecretLocation): string | null {
  try {
    return box.open(sealed, place).reveal();
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

/** The tables in which something is sealed are known by an id, or a key. */
const rowName = (row: Readonly<Record<string, unknown>>): string => textOf(row.id ?? row.key);

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
