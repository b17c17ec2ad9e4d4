import { z, type ZodType } from 'zod';

/** A list with no more items than this, judged only then: a schema judges every item, at fifty times the cost of parsing. */
export function atMostItems<T extends ZodType>(most: number, list: T, otherwise: string): z.ZodPreprocess<T> {
  return unless((value) => Array.isArray(value) && value.length > most, list, otherwise);
}

/** The same for an object whose members are its entries. @param otherwise the text for a larger one */
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
