import type { EntityMetadata } from 'typeorm';
import type { ReadTx, WriteTx } from '../database/database.js';
import {
  type DeclaredLocation,
  isSealed,
  type SecretBox,
  type SecretLocation,
  SecretUnreadable,
} from './secret-box.js';
import type { Secret } from './secret.js';

/** How a column holds what is sealed. `text`: a sealed value, or empty. `json`: JSON text, where a sealed value is a string. */
type SealedForm = 'text' | 'json';

/** A column in which secrets are sealed, declared in its module's `sealed-columns.ts`: others would be lost when the key changes. */
export class SealedColumn {
  constructor(
    readonly table: string,
    readonly column: string,
    readonly form: SealedForm = 'text',
  ) {}

  /** @param row the primary key, as text */
  at(row: string): DeclaredLocation {
    return { table: this.table, column: this.column, row } as DeclaredLocation;
  }
}

/** The box that has sealed what is stored, and the one that is to open it from now on. */
interface KeyChange {
  readonly from: SecretBox;
  readonly to: SecretBox;
}

/** What has become of the stored secrets. */
export interface Resealed {
  readonly sealed: number;
  /** Where one lies that the key from before doesn't open either: it was unreadable, and stays as it is. */
  readonly unreadable: readonly SecretLocation[];
}

/**
 * Seals everything in these columns anew, and reads it back. Nothing is to be kept when this throws.
 * @throws SecretUnreadable when it doesn't come back; StorageError
 */
export async function reseal(tx: WriteTx, columns: readonly SealedColumn[], change: KeyChange): Promise<Resealed> {
  const outcomes: Resealed[] = [];
  for (const column of columns) outcomes.push(await resealColumn(tx, column, change));
  return {
    sealed: outcomes.reduce((sum, { sealed }) => sum + sealed, 0),
    unreadable: outcomes.flatMap(({ unreadable }) => unreadable),
  };
}

async function resealColumn(tx: WriteTx, column: SealedColumn, { from, to }: KeyChange): Promise<Resealed> {
  const stored = await readSealed(tx, column);
  const unreadable: SecretLocation[] = [];
  const opened: { readonly row: string; readonly secret: Secret }[] = [];
  for (const { row, sealed } of stored) {
    const secret = openWith(from, sealed, column.at(row));
    if (secret) opened.push({ row, secret });
    else unreadable.push(column.at(row));
  }
  for (const { row, secret } of opened) await store(tx, column, row, to.seal(secret, column.at(row)));
  const now = new Map((await readSealed(tx, column)).map(({ row, sealed }) => [row, sealed]));
  for (const { row, secret } of opened) {
    const place = column.at(row);
    if (!to.open(now.get(row) ?? '', place).equals(secret)) throw new SecretUnreadable(place);
  }
  return { sealed: opened.length, unreadable };
}

function openWith(box: SecretBox, sealed: string, place: SecretLocation): Secret | null {
  try {
    return box.open(sealed, place);
  } catch (error) {
    if (error instanceof SecretUnreadable) return null;
    throw error;
  }
}

/** The sealed values of a column, each with its row. */
async function readSealed(
  tx: ReadTx,
  column: SealedColumn,
): Promise<readonly { readonly row: string; readonly sealed: string }[]> {
  const { target, key, property } = namesOf(tx, column);
  const rows = await tx.find<Record<string, unknown>>(target, { select: [key, property], order: { [key]: 'ASC' } });
  return rows
    .map((row) => ({ row: String(row[key]), sealed: sealedText(column, String(row[property])) }))
    .filter(({ sealed }) => sealed !== '');
}

/** The sealed value in what a column holds; empty where there is none. */
function sealedText({ form }: SealedColumn, text: string): string {
  if (form === 'text') return text;
  const value = parseJson(text);
  return typeof value === 'string' && isSealed(value) ? value : '';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function store(tx: WriteTx, column: SealedColumn, row: string, sealed: string): Promise<void> {
  const { target, key, property } = namesOf(tx, column);
  await tx.update(target, { [key]: row }, { [property]: column.form === 'json' ? JSON.stringify(sealed) : sealed });
}

interface ColumnNames {
  readonly target: EntityMetadata['target'];
  /** Names of the entity's members, not of columns. */
  readonly key: string;
  readonly property: string;
}

/** @throws Error for a column that no table has, or a table that isn't known by one primary key: a mistake in the program */
function namesOf(tx: ReadTx, { table, column }: SealedColumn): ColumnNames {
  const metadata = tx.connection.entityMetadatas.find(({ tableName }) => tableName === table);
  const property = metadata?.columns.find(({ databaseName }) => databaseName === column)?.propertyName;
  const [key, ...more] = metadata?.primaryColumns ?? [];
  if (!metadata || property === undefined || !key || more.length > 0) {
    throw new Error(`${table}.${column} is no column of a table with one primary key`);
  }
  return { target: metadata.target, key: key.propertyName, property };
}
