import { describe, expect, it } from 'vitest';
import { inTurns } from './in-turns.js';

describe('issue 22: approving many requests', () => {
  it('makes four calls at once, and says which failed', async () => {
    let running = 0;
    let most = 0;
    const result = await inTurns([1, 2, 3, 4, 5, 6, 7], 4, async (id) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      if (id % 3 === 0) throw new Error('refused');
    });
    expect(most).toBe(4);
    expect([[...result.done].sort(), [...result.failed].sort()]).toEqual([
      [1, 2, 4, 5, 7],
      [3, 6],
    ]);
  });
});
