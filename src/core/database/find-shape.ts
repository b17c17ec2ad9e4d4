import { FindOperator, type FindManyOptions, type ObjectLiteral } from 'typeorm';

/** A plain search, taken apart into what its statement looks like and what stands in it. */
export interface TakenApart {
  /** Searches of one shape have one statement. */
  readonly shape: string;
  /** What stands in the statement's parameters, in their order, each with the property that it is compared with. */
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
export function findShape(options: FindManyOptions<ObjectLiteral>): TakenApart | null {
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
