import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJsonList } from './json-answer.js';

const MIB = 1024 * 1024;
const ROW = z.object({ id: z.int() });

const read = (rows: readonly object[]) =>
  readJsonList('radarr', 'movie.list', { status: 200, headers: {}, body: Buffer.from(JSON.stringify(rows)) }, ROW);

/** How often others had their turn on the event loop while this was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const count = (): void => {
    turns += 1;
    if (!isDone) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isDone = true;
  return turns;
}

describe('a list that is read in slices', () => {
  it('of some megabytes lets others have their turn every quarter of a megabyte', async () => {
    const rows = Array.from({ length: 4_096 }, (_, id) => ({ id, overview: 'x'.repeat(MIB / 1_024) }));
    let found: readonly unknown[] = [];
    const turns = await turnsDuring(async () => (found = await read(rows)));
    expect(found).toHaveLength(4_096);
    expect(turns).toBeGreaterThanOrEqual(15);
  });

  it('keeps of each row what the schema names', async () => {
    expect(await read([{ id: 1, title: 'dropped' }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }]);
  });
});
