import { createHash } from 'node:crypto';

/** A value of a cell, the same whichever engine it was read from. */
export type Cell = string | number | null;

const MODULUS = 1n << 256n;

/**
 * The form that both engines have in common: truth is 1 or 0, and a text has U+FFFD for NUL, since PostgreSQL keeps none.
 * @throws Error for a value that no table of ours may hold, or that a number can't hold exactly
 */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') return value.replaceAll('\0', '\ufffd');
  if (typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value))) return value;
  throw new Error('a value is neither a text nor a number that can be copied exactly');
}

/** How many rows a table has, and a checksum of them that doesn't depend on their order. */
export class TableContent {
  private sum = 0n;
  private counted = 0;

  get rows(): number {
    return this.counted;
  }

  /** 64 hexadecimal digits: the sum of the rows' SHA-256 digests. */
  get checksum(): string {
    return this.sum.toString(16).padStart(64, '0');
  }

  /** @param cells of one row, its columns always in the same order */
  add(cells: readonly Cell[]): void {
    const digest = createHash('sha256').update(JSON.stringify(cells)).digest('hex');
    this.sum = (this.sum + BigInt(`0x${digest}`)) % MODULUS;
    this.counted += 1;
  }

  equals(other: TableContent): boolean {
    return this.rows === other.rows && this.sum === other.sum;
  }
}

/** What a whole database holds, in 64 hexadecimal digits: the same for the same tables with the same rows and next ids. */
export function contentDigest(
  tables: readonly { readonly name: string; readonly content: TableContent; readonly lastId: number | null }[],
): string {
  const lines = tables.map(({ name, content, lastId }) =>
    JSON.stringify([name, content.rows, content.checksum, lastId]),
  );
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
