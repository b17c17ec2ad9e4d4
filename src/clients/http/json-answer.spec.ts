import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { failureOf } from '../../../test/harness/upstream-failure.js';
import { boundedList, readJson, readJsonList, readJsonRows, readPassedOn } from './json-answer.js';
import { objectRows } from './lenient-members.js';

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

const page = z.object({ results: objectRows });

const readPage = (body: string | Buffer) =>
  readPassedOn('tmdb', 'page', { status: 200, headers: {}, body: Buffer.from(body) }, page);

describe('an answer that is passed on', () => {
  it('comes as it was written, numbers and unknown members too', () => {
    const text = '{ "results": [ {"id": 12345678901234567890, "vote": 7.10} ], "more": [1, null, "x"] }';
    expect(readPage(text).text).toBe(text);
  });

  it('issue 43 C14: is JSON where a name in it has control characters, or bytes that are no UTF-8', () => {
    const { text, parsed } = readPage(Buffer.from('{"results":[{"title":"A\u0001B\xff"},{"title":"C"}]}', 'latin1'));
    expect(JSON.parse(text)).toEqual({ results: [{ title: 'A\ufffdB\ufffd' }, { title: 'C' }] });
    expect(parsed.results).toHaveLength(2);
  });

  it.each(['null', '"x"', '5', '[]'])('issue 43 C14: lacks a row %s alone, and keeps lists of other things', (odd) => {
    const { text, parsed } = readPage(`{"results":[${odd},{"id":1,"genres":[2,null]}],"page":1,"langs":["en",null]}`);
    expect(JSON.parse(text)).toEqual({ results: [{ id: 1, genres: [2, null] }], page: 1, langs: ['en', null] });
    expect(parsed.results).toHaveLength(1);
  });

  it('lacks such a row of a list within a part of it, and of a list that is the whole', () => {
    const whole = (body: string) =>
      readPassedOn('trakt', 'list', { status: 200, headers: {}, body: Buffer.from(body) }, z.unknown()).text;
    expect(whole('{"credits":{"cast":[{"id":1},null]}}')).toBe('{"credits":{"cast":[{"id":1}]}}');
    expect(whole('[null,{"movie":{}}]')).toBe('[{"movie":{}}]');
  });

  const nested = (levels: number, [begin, end]: readonly [string, string]): string =>
    `{"results":[],"more":${begin.repeat(levels)}1${end.repeat(levels)}}`;
  const OBJECTS = ['{"a":', '}'] as const;
  const LISTS = ['[', ']'] as const;

  it.each([
    ['objects', OBJECTS],
    ['lists', LISTS],
    ['objects in a list beside an odd row', ['[null,{"a":', '}]']],
  ] as const)('issue 43 C14: is refused where %s nest deeper than any answer does', async (_what, parts) => {
    for (const levels of [64, 50_000])
      expect(await failureOf(Promise.resolve().then(() => readPage(nested(levels, parts))))).toMatchObject({
        kind: 'malformed',
        message: expect.stringContaining('nests too deep') as string,
      });
  });

  it('issue 43 C14: is taken up to there, whatever stands in its texts', () => {
    const text = nested(63, OBJECTS).replace('1}', `"${'[{'.repeat(100)}\\\\\\""}`);
    expect(readPage(text).text).toBe(text);
    expect(readPage(nested(63, LISTS)).parsed.results).toEqual([]);
  });

  it.each(['[]', '{"results":[null]}', '{"results":[{}]'])('is refused where it is no page, as %s', async (body) => {
    expect(await failureOf(Promise.resolve().then(() => readPage(body)))).toMatchObject({ kind: 'malformed' });
  });
});

describe('a bounded list', () => {
  let judged = 0;
  const row = z.object({ id: z.int() }).transform((one) => {
    judged += 1;
    return one;
  });

  it('keeps the rows of a list that is as long as it may be', () => {
    expect(boundedList(row, 2).parse([{ id: 1, more: true }, { id: 2 }])).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it('security 31: refuses a longer one before it judges a row', () => {
    judged = 0;
    expect(boundedList(row, 2).safeParse([{ id: 1 }, { id: 2 }, { id: 3 }]).success).toBe(false);
    expect(judged).toBe(0);
  });

  it('security 31: names the first row that does not fit, and judges none after it', () => {
    judged = 0;
    const { error } = boundedList(row, 4).safeParse([{ id: 1 }, { id: 'x' }, {}, { id: 4 }]);
    expect(error?.issues.map(({ path }) => path)).toEqual([[1, 'id']]);
    expect(judged).toBe(1);
  });
});
