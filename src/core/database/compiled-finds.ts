import {
  type DataSource,
  type EntityManager,
  type EntityMetadata,
  type FindManyOptions,
  FindOperator,
  In,
  type ObjectLiteral,
} from 'typeorm';
import { ApplyValueTransformers } from 'typeorm/util/ApplyValueTransformers.js';
import { CompiledEntitySelect, isPlainTable } from './compiled-entity-select.js';

/** A plain search, split into the text of its statement and its values. */
interface TakenApart {
  /** Searches of one shape have one statement. */
  readonly shape: string;
  /** The statement's parameters, in their order, each with the property that it is compared with. */
  readonly slots: readonly { readonly property: string; readonly value: unknown }[];
}

/** Comparisons with one value. */
const COMPARISONS = new Set(['equal', 'not', 'moreThan', 'moreThanOrEqual', 'lessThan', 'lessThanOrEqual']);

/** Each length of a list is a statement of its own, up to this one; longer lists are made as long as the next of a few. */
const LONGEST_AS_IT_IS = 20;

/** The lengths of long lists: values are repeated, which selects no other rows. */
const LENGTHS = [32, 64, 128, 256, 512, 1_024];

const LONGEST_LIST = Math.max(...LENGTHS);

/** The same search with lists of lengths that are compiled. */
function inCompiledLengths(options: FindManyOptions<ObjectLiteral>): FindManyOptions<ObjectLiteral> {
  const { where } = options;
  if (!where || Array.isArray(where) || !Object.values(where).some(isLongList)) return options;
  const lengthened = Object.entries(where).map(([property, wanted]): [string, unknown] => [
    property,
    isLongList(wanted) ? In(lengthenedList(wanted.value)) : wanted,
  ]);
  return { ...options, where: Object.fromEntries<unknown>(lengthened) };
}

const isLongList = (wanted: unknown): wanted is FindOperator<readonly unknown[]> =>
  wanted instanceof FindOperator &&
  (wanted as FindOperator<unknown>).type === 'in' &&
  Array.isArray(wanted.value) &&
  wanted.value.length > LONGEST_AS_IT_IS;

function lengthenedList(list: readonly unknown[]): readonly unknown[] {
  const length = LENGTHS.find((each) => each >= list.length) ?? list.length;
  return [...list, ...Array<unknown>(length - list.length).fill(list[0])];
}

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
  if (type === 'in') return isCompiledList(value) ? { word: type, values: value } : null;
  return COMPARISONS.has(type) && isScalar(value) ? { word: type, values: [value] } : null;
}

const isCompiledList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && value.length <= LONGEST_LIST && value.every(isScalar);

const isScalar = (value: unknown): boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

/** Far more shapes than there are in the program; only a limit that callers choose makes more of them. */
const MOST_KEPT = 1_000;

/** A search whose statement is put together. */
interface CompiledFind {
  readonly select: CompiledEntitySelect<ObjectLiteral>;
  /** The names of its parameters, in the order of the slots. */
  readonly names: readonly string[];
}

/**
 * Plain searches, each put together by TypeORM once and run as often as it is asked: putting a statement together takes
 * several times what running it takes.
 */
export class CompiledFinds {
  private readonly finds = new Map<string, CompiledFind>();
  private readonly plain = new Map<EntityMetadata, boolean>();

  constructor(private readonly dataSource: DataSource) {}

  /** The rows that are looked for; null for a search that TypeORM itself has to carry out. */
  rows(
    tx: EntityManager,
    entity: EntityMetadata,
    asked: FindManyOptions<ObjectLiteral>,
  ): Promise<ObjectLiteral[]> | null {
    const options = inCompiledLengths(asked);
    const apart = this.isPlain(entity) ? findShape(options) : null;
    if (!apart) return null;
    const find = this.compiled(tx, entity, options, apart);
    const values = apart.slots.map(({ property, value }) => asStored(entity, property, value));
    const parameters = Object.fromEntries(find.names.map((name, place) => [name, values[place]]));
    return find.select.entities(tx, parameters);
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
    const select = new CompiledEntitySelect(this.dataSource, entity, builder.getQuery(), builder.alias);
    const find = { select, names: Object.keys(builder.getParameters()) };
    if (find.names.length !== slots.length) throw new Error(`a search in ${entity.tableName} was put together wrongly`);
    if (this.finds.size >= MOST_KEPT) this.finds.clear();
    this.finds.set(key, find);
    return find;
  }

  private isPlain(entity: EntityMetadata): boolean {
    const known = this.plain.get(entity) ?? isPlainTable(entity);
    this.plain.set(entity, known);
    return known;
  }
}

function asStored(entity: EntityMetadata, property: string, value: unknown): unknown {
  const transformer = entity.findColumnWithPropertyPathStrict(property)?.transformer;
  if (!transformer) return value;
  return ApplyValueTransformers.transformTo(transformer, value);
}
