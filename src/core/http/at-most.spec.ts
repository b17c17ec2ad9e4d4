import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atMostItems, atMostMembers } from './at-most.js';

const OTHERWISE = 'at most two';

/** Counts the entries that are judged. */
function judging() {
  const judged: unknown[] = [];
  const entry = z.custom<unknown>((value) => judged.push(value) > 0);
  return {
    judged,
    list: atMostItems(2, z.array(entry, 'no list').max(2, OTHERWISE), OTHERWISE),
    record: atMostMembers(2, z.record(z.string(), entry, 'no object'), OTHERWISE),
  };
}

const textsOf = (schema: z.ZodType, value: unknown): readonly string[] =>
  (schema.safeParse(value).error?.issues ?? []).map(({ message }) => message);

describe('a schema for no more entries than there may be', () => {
  it('security 31: judges none of a list or of an object that is larger', () => {
    const { judged, list, record } = judging();
    expect(textsOf(list, [1, 2, 3])).toEqual([OTHERWISE]);
    expect(textsOf(record, { a: 1, b: 2, c: 3 })).toEqual([OTHERWISE]);
    expect(judged).toEqual([]);
  });

  it('judges each entry of one that is not', () => {
    const { judged, list, record } = judging();
    expect(list.parse([1, 2])).toEqual([1, 2]);
    expect(record.parse({ a: 3, b: 4 })).toEqual({ a: 3, b: 4 });
    expect(judged).toEqual([1, 2, 3, 4]);
  });

  it('leaves what is no list or no object to be refused by the schema itself, whatever is in it', () => {
    const { list, record } = judging();
    for (const value of [undefined, null, '', 7, { a: 1, b: 2, c: 3 }])
      expect(textsOf(list, value)).toEqual(['no list']);
    for (const value of [undefined, null, '', 7, [1, 2, 3]]) expect(textsOf(record, value)).toEqual(['no object']);
  });

  it('doc3 §0: is described as what it judges by', () => {
    const described = z.toJSONSchema(judging().list, { io: 'input', unrepresentable: 'any' });
    expect(described).toMatchObject({ type: 'array', maxItems: 2 });
  });
});
