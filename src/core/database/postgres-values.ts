import pg, { type CustomTypesConfig } from 'pg';

/** The type's number in every PostgreSQL. */
const BIGINT: number = pg.types.builtins.INT8;

/**
 * How values of PostgreSQL become values of the program. `bigint` becomes a number, as on SQLite: the driver by itself
 * answers a text. One that a number can't hold exactly fails the statement instead of being rounded.
 */
export const postgresValues: CustomTypesConfig = {
  getTypeParser(id, format): unknown {
    return (id as number) === BIGINT ? safeInteger : (pg.types.getTypeParser(id, format) as unknown);
  },
};

/**
 * Parameters as PostgreSQL can take them. It keeps no NUL in a text: U+FFFD stands for it, so that what is looked for is
 * simply not found, as on SQLite, and what is kept shows where it was.
 */
export function postgresParameters(parameters: unknown[] | undefined): unknown[] | undefined {
  return parameters?.map((value) => (typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value));
}

function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError('a bigint that a number can’t hold');
  return value;
}
