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
  driver.escapeQueryWithParameters = (sql, parameters: Readonly<Record<string, unknown>>, native) => {
    const passed: ObjectLiteral = {};
    for (const [name, value] of Object.entries(parameters))
      passed[name] = typeof value === 'number' ? new Bound(value) : value;
    const [text, values] = escaped(sql, passed, native);
    return [text, values.map((value: unknown) => (value instanceof Bound ? value.value : value))];
  };
}
