import {
  type ColumnType,
  type DataSource,
  type EntityManager,
  type EntityMetadata,
  type FindManyOptions,
  FindOperator,
  type ObjectLiteral,
} from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import { DriverUtils } from 'typeorm/driver/DriverUtils.js';
import { ApplyValueTransformers } from 'typeorm/util/ApplyValueTransformers.js';
import { CompiledSelect } from './compiled-select.js';

/** A plain search, split into the text of its statement and its values. */
interface TakenApart {
  /** Searches of one shape have one statement. */
  readonly shape: string;
  /** The statement's parameters, in their order, each with the property that it is compared with. */
  readonly slots: readonly { readonly property: string; readonly value: unknown }[];
}

/** Comparisons with one value. */
const COMPARISONS = new Set(['equal', 'not', 'moreThan', 'moreThanOrEqual', 'lessThan', 'lessThanOrEqual']);

/** Each length of a list is a statement of its own. */
const LONGEST_LIST = 20;

const PLAIN_OPTIONS = new Set(['where', 'order', 'take']);

/**
 * Takes a search apart; null for one that is not plain: it names columns, joins, is a list of alternatives, or compares
 * with null, which TypeORM has rules of its own for.
 */
function findShape(options: FindManyOptions<ObjectLiteral>): TakenApart | null {
  if (!Object.keys(options).every((name) => PLAIN_OPTIONS.has(name))) return null;
  const { where = {}, order, take } = options;
  if (Array.isArray(where) || !(take === undefined || Number.isSafeInteger(take))) return null;
  const words: string[] = [];
  const slots: { property: string; value: unknown }[] = [];
  for (const [property, wanted] of Object.entries(where as ObjectLiteral)) {
    const comparison = comparisonOf(wanted);
    if (!comparison) return null;
    words.push(`${property} ${comparison.word} ${comparison.values.length}`);
    for (const value of comparison.values) slots.push({ property, value });
  }
  return { shape: JSON.stringify([words, order, take]), slots };
}

function comparisonOf(wanted: unknown): { readonly word: string; readonly values: readonly unknown[] } | null {
  if (isScalar(wanted)) return { word: 'equal', values: [wanted] };
  if (!(wanted instanceof FindOperator)) return null;
  const { type, child, value } = wanted as FindOperator<unknown>;
  if (child) return null;
  if (type === 'isNull') return { word: type, values: [] };
  if (type === 'in') return isShortList(value) ? { word: type, values: value } : null;
  return COMPARISONS.has(type) && isScalar(value) ? { word: type, values: [value] } : null;
}

const isShortList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length <= LONGEST_LIST && value.every(isScalar);

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Far more shapes than there are in the program; only a limit that callers choose makes more of them. */
const MOST_KEPT = 1_000;

/** Types of columns whose values both engines answer as they are. */
const AS_THEY_ARE = new Set<ColumnType>(['integer', 'varchar', 'text']);

/** A search whose statement is put together. */
interface CompiledFind {
  readonly select: CompiledSelect;
  /** The names of its parameters, in the order of the slots. */
  readonly names: readonly string[];
}

/**
 * Plain searches, each put together by TypeORM once and run as often as it is asked: putting a statement together takes
 * several times what running it takes.
 */
export class CompiledFinds {
  private readonly finds = new Map<string, CompiledFind>();
  private readonly tables = new Map<EntityMetadata, readonly ReadColumn[] | null>();

  constructor(private readonly dataSource: DataSource) {}

  /** The rows that are looked for; null for a search that TypeORM itself has to carry out. */
  rows(
    tx: EntityManager,
    entity: EntityMetadata,
    options: FindManyOptions<ObjectLiteral>,
  ): Promise<ObjectLiteral[]> | null {
    const columns = this.columnsOf(entity);
    const apart = columns && findShape(options);
    if (!columns || !apart) return null;
    const find = this.compiled(tx, entity, options, apart);
    const values = apart.slots.map(({ property, value }) => asStored(entity, property, value));
    const parameters = Object.fromEntries(find.names.map((name, place) => [name, values[place]]));
    return this.read(tx, find, parameters, entity, columns);
  }

  private async read(
    tx: EntityManager,
    { select }: CompiledFind,
    parameters: ObjectLiteral,
    entity: EntityMetadata,
    columns: readonly ReadColumn[],
  ): Promise<ObjectLiteral[]> {
    const rows = await select.rows<ObjectLiteral>(tx, parameters);
    const { driver } = this.dataSource;
    return rows.map((row) => {
      const found = entity.create() as ObjectLiteral;
      for (const { alias, column, isAsItIs } of columns) {
        const value = row[alias] as unknown;
        found[column.propertyName] = isAsItIs ? value : (driver.prepareHydratedValue(value, column) as unknown);
      }
      return found;
    });
  }

  private compiled(
    tx: EntityManager,
    entity: EntityMetadata,
    options: FindManyOptions<ObjectLiteral>,
    { shape, slots }: TakenApart,
  ): CompiledFind {
    const key = `${entity.tableName} ${shape}`;
    const known = this.finds.get(key);
    if (known) return known;
    const builder = tx.createQueryBuilder(entity.target, entity.name).setFindOptions(options);
    const find = { select: new CompiledSelect(builder.getQuery()), names: Object.keys(builder.getParameters()) };
    if (find.names.length !== slots.length) throw new Error(`a search in ${entity.tableName} was put together wrongly`);
    if (this.finds.size >= MOST_KEPT) this.finds.clear();
    this.finds.set(key, find);
    return find;
  }

  /** Null for a table whose rows are more than their own columns. */
  private columnsOf(entity: EntityMetadata): readonly ReadColumn[] | null {
    const known = this.tables.get(entity);
    if (known !== undefined) return known;
    const isPlain =
      entity.relations.length + entity.embeddeds.length + entity.afterLoadListeners.length === 0 &&
      entity.columns.every(({ isSelect, isVirtualProperty }) => isSelect && !isVirtualProperty);
    const columns = isPlain ? entity.columns.map((column) => this.readColumn(entity, column)) : null;
    this.tables.set(entity, columns);
    return columns;
  }

  private readColumn({ name }: EntityMetadata, column: ColumnMetadata): ReadColumn {
    const isAsItIs = AS_THEY_ARE.has(column.type) && column.transformer === undefined;
    return {
      column,
      isAsItIs,
      alias: DriverUtils.buildAlias(this.dataSource.driver, undefined, name, column.databaseName),
    };
  }
}

interface ReadColumn {
  readonly column: ColumnMetadata;
  /** Its name in the answer. */
  readonly alias: string;
  /** The engine answers it as the program knows it. */
  readonly isAsItIs: boolean;
}

function asStored(entity: EntityMetadata, property: string, value: unknown): unknown {
  const transformer = entity.findColumnWithPropertyPathStrict(property)?.transformer;
  if (!transformer) return value;
  return ApplyValueTransformers.transformTo(transformer, value);
}
