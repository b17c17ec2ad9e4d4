import { describe, expect, it } from 'vitest';
import { generatedCount } from '../../../test/harness/full-counts.js';
import fc from 'fast-check';
import { z } from 'zod';
import { UpstreamError } from '../../core/errors/upstream-error.js';
import { readJson, readJsonList, readJsonRows } from './json-answer.js';

const answerOf = (body: Buffer) => ({ status: 200, headers: {}, body });

/** What reading it as a whole comes to, and what reading it in slices does. */
async function bothWays(body: Buffer, row: z.ZodType): Promise<readonly unknown[]> {
  const outcome = async (read: () => unknown): Promise<unknown> => {
    try {
      return { rows: await read() };
    } catch (fault) {
      return fault instanceof UpstreamError ? { kind: fault.kind, reason: fault.reason } : fault;
    }
  };
  return [
    await outcome(() => readJson('radarr', 'movie.list', answerOf(body), z.array(row))),
    await outcome(() => readJsonList('radarr', 'movie.list', answerOf(body), row)),
  ];
}

const anything = fc.jsonValue({ depthSize: 'medium' });

describe('a list that is read in slices', () => {
  it('comes to what it comes to as a whole, whatever is in it and however it is spaced', async () => {
    const lists = fc.tuple(fc.array(anything), fc.constantFrom(undefined, 1, '\t', ' \r\n'));
    await fc.assert(
      fc.asyncProperty(lists, async ([list, space]) => {
        const [whole, sliced] = await bothWays(Buffer.from(JSON.stringify(list, null, space)), z.unknown());
        expect(sliced).toEqual(whole);
        expect(sliced).toHaveProperty('rows');
      }),
    );
  });

  it('is refused in the same words when it is no array, cut off, garbled or not UTF-8', async () => {
    const damage = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('[]{},:"\\ 0a\xff', 'latin1'))), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anything), damage, fc.boolean(), async (list, places, isCut) => {
        const json = Buffer.from(JSON.stringify(list));
        for (const [place, byte] of places) json[place % json.length] = byte;
        const [whole, sliced] = await bothWays(isCut ? json.subarray(0, -1) : json, z.unknown());
        expect(sliced).toEqual(whole);
      }),
      { numRuns: generatedCount(1_000) },
    );
  });

  it('names the same place where a row is not what it should be', async () => {
    const rows = fc.array(fc.oneof(fc.constant({ id: 1 }), fc.constant({ id: 'x' }), fc.constant({})));
    await fc.assert(
      fc.asyncProperty(rows, async (list) => {
        const [whole, sliced] = await bothWays(Buffer.from(JSON.stringify(list)), z.object({ id: z.int() }));
        expect(sliced).toEqual(whole);
      }),
    );
  });
});

describe('a list whose reader judges each row for itself', () => {
  it('issue 20 §5: comes with each of its rows, in their order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anything), async (list) => {
        const body = Buffer.from(JSON.stringify(list));
        const rows = await readJsonRows('lidarr', 'album.list', answerOf(body), (row) => ({ row }));
        expect(rows).toEqual((JSON.parse(body.toString()) as readonly unknown[]).map((row) => ({ row })));
      }),
    );
  });
});
