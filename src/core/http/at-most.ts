import { z, type ZodType } from 'zod';

/**
 * A list with no more items than this, and judged only then. A schema by itself judges every item, however many there are,
 * and keeps what is wrong with each, which costs fifty times as much as parsing them. Source: security 31
 *
 * @param otherwise the text for a longer one
 */
export function atMostItems<T extends ZodType>(most: number, list: T, otherwise: string): z.ZodPreprocess<T> {
  return unless((value) => Array.isArray(value) && value.length > most, list, otherwise);
}

/**
 * The same for an object whose members are its entries.
 *
 * @param otherwise the text for a larger one
 */
export function atMostMembers<T extends ZodType>(most: number, record: T, otherwise: string): z.ZodPreprocess<T> {
  return unless((value) => isRecord(value) && Object.keys(value).length > most, record, otherwise);
}

const isRecord = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function unless<T extends ZodType>(isTooLarge: (value: unknown) => boolean, schema: T, otherwise: string) {
  return z.preprocess((value, context) => {
    if (!isTooLarge(value)) return value;
    context.addIssue({ code: 'custom', message: otherwise });
    return z.NEVER;
  }, schema);
}
