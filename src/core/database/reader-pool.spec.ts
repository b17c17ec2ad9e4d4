import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { ReaderPool } from './turns.js';

describe('ReaderPool', () => {
  it('lends each reader to one caller at a time, and every call gets one, whatever fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.record({ turns: fc.nat(5), fails: fc.boolean() }), { maxLength: 30 }),
        async (size, calls) => {
          const pool = new ReaderPool(Array.from({ length: size }, (_, number) => number));
          const lent = new Set<number>();
          const outcomes = await Promise.allSettled(
            calls.map(({ turns, fails }) =>
              pool.use(async (reader) => {
                expect(lent.has(reader)).toBe(false);
                lent.add(reader);
                for (let turn = 0; turn < turns; turn += 1) await Promise.resolve();
                lent.delete(reader);
                if (fails) throw new Error('failed');
              }),
            ),
          );
          expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? String(outcome.reason) : 'done'))).toEqual(
            calls.map(({ fails }) => (fails ? 'Error: failed' : 'done')),
          );
          expect(lent.size).toBe(0);
        },
      ),
    );
  });

  it('serves those who wait in the order in which they came', async () => {
    const pool = new ReaderPool(['the only one']);
    const order: number[] = [];
    await Promise.all([1, 2, 3, 4].map((number) => pool.use(async () => void order.push(number))));
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('is drained when every call has settled, waiting ones too', async () => {
    const pool = new ReaderPool(['the only one']);
    let done = 0;
    for (let call = 0; call < 3; call += 1) {
      void pool.use(async () => {
        await Promise.resolve();
        done += 1;
      });
    }
    await pool.drained();
    expect(done).toBe(3);
  });
});
