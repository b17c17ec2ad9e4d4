import { describe, expect, it } from 'vitest';
import { inTurns } from './in-turns.js';

describe('issue 22: deciding about many requests', () => {
  it('makes four calls at once, says after each how many have ended, and why some failed', async () => {
    let running = 0;
    let most = 0;
    const begun: number[] = [];
    const ended: number[] = [];
    const refusal = new Error('refused');
    const result = await inTurns(
      [1, 2, 3, 4, 5, 6, 7],
      4,
      async (id) => {
        begun.push(id);
        most = Math.max(most, ++running);
        await Promise.resolve();
        running -= 1;
        if (id % 3 === 0) throw refusal;
      },
      (count) => ended.push(count),
    );
    expect([most, begun, ended]).toEqual([4, [1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7]]);
    expect([[...result.done].sort(), [...result.failed].sort()]).toEqual([
      [1, 2, 4, 5, 7],
      [
        [3, refusal],
        [6, refusal],
      ],
    ]);
  });
});
