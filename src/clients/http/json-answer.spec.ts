import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readJson, readJsonList, readJsonRows } from './json-answer.js';

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
  it('of some megabytes lets others have their turn after each slice of less than 64 KiB', async () => {
    const rows = Array.from({ length: 4_096 }, (_, id) => ({ id, overview: 'x'.repeat(MIB / 1_024) }));
    let found: readonly unknown[] = [];
    const turns = await turnsDuring(async () => (found = await read(rows)));
    expect(found).toHaveLength(4_096);
    expect(turns).toBeGreaterThanOrEqual(64);
  });

  it('security 31: of tiny rows lets others have their turn every 500 rows', async () => {
    const turns = await turnsDuring(() => read(Array.from({ length: 10_000 }, (_, id) => ({ id }))));
    expect(turns).toBeGreaterThanOrEqual(20);
  });

  it('keeps of each row what the schema names', async () => {
    expect(await read([{ id: 1, title: 'dropped' }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }]);
  });
});

describe('issue 43 C14, security 39: a row with text in it that is none', () => {
  const rows = '[{"id":1,"title":"a"},{"id":2,"title":"b\u0001\xff\xe2\x82"},\n{"id":3,"title":"c\td"}]';
  const answer = { status: 200, headers: {}, body: Buffer.from(rows, 'latin1') };
  const TITLED = z.object({ id: z.int(), title: z.string() });
  const read3 = [
    { id: 1, title: 'a' },
    { id: 2, title: 'b\ufffd\ufffd\ufffd' },
    { id: 3, title: 'c d' },
  ];

  it('is read with U+FFFD in its place, and the others as they are, in slices and as a whole', async () => {
    expect(await readJsonList('radarr', 'movie.list', answer, TITLED)).toEqual(read3);
    expect(await readJsonRows('radarr', 'movie.list', answer, (row) => TITLED.parse(row))).toEqual(read3);
    expect(readJson('radarr', 'movie.list', answer, z.array(TITLED))).toEqual(read3);
  });
});

describe('a list whose reader judges each row for itself', () => {
  const ids = (text: string): Promise<readonly unknown[]> =>
    readJsonRows('chaptarr', 'book.list', { status: 200, headers: {}, body: Buffer.from(text) }, (row) =>
      typeof row === 'object' && row !== null && 'id' in row ? row.id : 'nonsense',
    );

  it('keeps the place of a row that makes no sense', async () => {
    expect(await ids('[{"id":1}, null, {"id":2}, "x,]", []]')).toEqual([1, 'nonsense', 2, 'nonsense', 'nonsense']);
    expect(await ids(' [ ] ')).toEqual([]);
  });

  it.each(['{"id":1}', '[{"id":1}', '[{"id":1},]', '[1] 2', '', 'null', '[1 2]'])(
    'refuses %j as a whole',
    async (text) => {
      await expect(ids(text)).rejects.toMatchObject({ kind: 'malformed', operation: 'book.list' });
    },
  );
});
