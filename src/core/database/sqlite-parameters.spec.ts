import { describe, expect, it } from 'vitest';
import { DataSource } from 'typeorm';
import type { SqliteDriver } from 'typeorm/driver/sqlite/SqliteDriver.js';
import { quietSqlite3 } from './sqlite-handle.js';
import { bindNumbers } from './sqlite-parameters.js';

describe('the parameters of a statement', () => {
  const driver = new DataSource({ type: 'sqlite', driver: quietSqlite3, database: ':memory:' }).driver as SqliteDriver;
  bindNumbers(driver);

  it('are none of its text, so that statements about different rows are one', () => {
    const sql = 'id = :id AND title = :title AND rating > :rating AND kept = :kept';
    const values = { id: 7, title: 'ten', rating: 0.5, kept: true };
    expect(driver.escapeQueryWithParameters(sql, values, {})).toEqual([
      'id = ? AND title = ? AND rating > ? AND kept = ?',
      [7, 'ten', 0.5, 1],
    ]);
  });

  it('keep their order, in lists and beside those that were there', () => {
    const escaped = driver.escapeQueryWithParameters(
      'id IN (:...ids) OR id = :id',
      { ids: [1, 2], id: 3 },
      { first: 0 },
    );
    expect(escaped).toEqual(['id IN (?, ?) OR id = ?', [0, 1, 2, 3]]);
  });
});
