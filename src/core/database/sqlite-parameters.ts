import type { ObjectLiteral } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';

/** A number on its way through the driver, which lets everything pass that it doesn't know. */
class Bound {
  constructor(readonly value: number) {}
}

/**
 * Makes a driver send numbers as parameters, where it writes them into the text of each statement: a statement about
 * another id would be another statement, to be compiled anew.
 */
export function bindNumbers(driver: SqliteDriver): void {
  const escaped = driver.escapeQueryWithParameters.bind(driver);
  driver.escapeQueryWithParameters = (sql, parameters: ObjectLiteral, native) => {
    const passed = Object.entries(parameters).map(([name, value]) => [
      name,
      isNumber(value) ? new Bound(value) : value,
    ]);
    const [text, values] = escaped(sql, Object.fromEntries(passed) as ObjectLiteral, native);
    return [text, values.map((value: unknown) => (value instanceof Bound ? value.value : value))];
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number';
