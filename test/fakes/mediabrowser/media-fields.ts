/** A JSON object, as it came or as it is to be sent. */
export type Fields = Readonly<Record<string, unknown>>;

export const asFields = (body: unknown): Fields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : {};

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The values of a query that may come once, more than once, or as a list with commas. */
export const listed = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : [value].flat().flatMap((one) => one.split(','));

/** What the servers leave out: null is not written. */
export function withoutNulls(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
}
