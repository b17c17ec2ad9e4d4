import { describe, expect, it } from 'vitest';
import { errorOf } from '../harness/error-of.js';
import { GraphqlSchema } from './graphql-schema.js';

const SCHEMA = new GraphqlSchema(`
schema { query: query_root }
directive @cached(ttl: Int! = 60) on QUERY | FIELD
scalar date
"""A text with { and } in it."""
type query_root {
  """with a # in it"""
  lamps(
    """how many: at most"""
    limit: Int = 3
    since: date!
    where: lamp_filter
  ): [lamp!]!
}
type lamp implements thing { id: Int! name: String parts(limit: Int): [part!]! }
type part { id: Int! }
input lamp_filter { id: int_filter, _not: lamp_filter }
input int_filter { _in: [Int!] }
enum colour { red green }
`);

describe('holding queries against a GraphQL schema', () => {
  const complaint = async (query: string): Promise<string> => SCHEMA.complaints(query).join() || 'none';

  it('says nothing of a query that the schema answers', () => {
    const query =
      'query Lamps($day: date!, $ids: [Int!]!) { lamps(since: $day, where: {_not: {id: {_in: $ids}}}) { id parts(limit: 2) { id } } }';
    expect(SCHEMA.complaints(query)).toEqual([]);
    expect(SCHEMA.topFields(query)).toBe(1);
    expect(SCHEMA.topFields('query Two { lamps(since: $a) { id } lamps(since: $b) { parts { id } } }')).toBe(2);
  });

  it.each([
    ['query L($d: date!) { lamps(since: $d) }', 'query_root.lamps: needs fields'],
    ['query L($d: date!) { lamps(since: $d) { id { x } } }', 'int_root'],
    ['query L { lamps { id } }', 'query_root.lamps: needs since'],
    ['query L($d: date) { lamps(since: $d) { id } }', 'query_root.lamps.since: $d is date and not date!'],
    ['query L($d: date!) { lamps(since: $d, limit: many) { id } }', 'query_root.lamps.limit: many is no Int'],
  ])('%s has its complaint', async (query, expected) => {
    if (expected === 'int_root') expect(await errorOf((async () => complaint(query))())).toBeInstanceOf(Error);
    else expect(await complaint(query)).toBe(expected);
  });

  it.each([
    ['query L($d: date!) { bulbs(since: $d) { id } }', 'query_root has no field bulbs'],
    ['query L($d: date!) { lamps(since: $d, size: 1) { id } }', 'query_root.lamps takes no size'],
    ['query L($d: date!) { lamps(since: $d, where: {colour: 1}) { id } }', 'query_root.lamps.where takes no colour'],
  ])('%s is not read on', (query, expected) => {
    expect(() => SCHEMA.complaints(query)).toThrow(expected);
  });
});
