import { describe, expect, it } from 'vitest';
import { budgeted, budgetedRatio, unbudgeted } from './reading.js';
import { tableOf } from './table.js';

describe('table of readings', () => {
  it('shows of each reading the median, its spread, its floor, what is allowed and the verdict', () => {
    const table = tableOf([
      { name: 'start', readings: [{ ...budgeted('first answer', 's', 1.75), measured: [1.2, 1.5], floor: [0.05] }] },
      {
        name: 'ledger',
        readings: [
          { ...budgetedRatio('a page', 'ms', 1.5), measured: [12], floor: [10] },
          { ...unbudgeted('longest stall', 'ms'), measured: [123.4], floor: [] },
        ],
      },
    ]);
    expect(table).toBe(
      [
        '| row    | what          | measured | spread |   floor |  ratio | budget | verdict    |',
        '| ------ | ------------- | -------: | -----: | ------: | -----: | -----: | ---------- |',
        '| start  | first answer  |   1.35 s |   22 % |  0.05 s | 27.0 × | 1.75 s | within     |',
        '| ledger | a page        |  12.0 ms |    0 % | 10.0 ms | 1.20 × | 1.50 × | within     |',
        '| ledger | longest stall |   123 ms |    0 % |         |        |        | unbudgeted |',
      ].join('\n'),
    );
  });
});
