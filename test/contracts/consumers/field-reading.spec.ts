import { describe, expect, it } from 'vitest';
import { FieldReading } from './field-reading.js';
import type { Fields } from './consumer.js';

const complaints = (fields: Fields, body: unknown) => new FieldReading(fields).complaints(body);

describe('a field', () => {
  it.each([
    [{ a: 'integer' }, { a: 1 }],
    [{ a: 'number' }, { a: 1.5 }],
    [
      { a: 'text', b: 'flag' },
      { a: '', b: false },
    ],
    [{ a: 'moment' }, { a: '2026-02-20T08:00:00.000Z' }],
    [{ a: 'day' }, { a: '2026-02-20' }],
    [
      { a: 'list', b: 'object' },
      { a: [], b: {} },
    ],
    [{ a: [1, 2] }, { a: 2 }],
    [
      { a: ['day', 'null'], b: ['text', 'missing'], c: [[1, 2], 'null'] },
      { a: null, c: null },
    ],
    [
      { 'a.b': 'integer', 'c[].d': 'integer' },
      { a: { b: 1 }, c: [{ d: 1 }, { d: 2 }] },
    ],
    [{ 'a?.b': 'integer' }, { a: null }],
    [{ 'a?.b': 'integer' }, {}],
    [{ 'a?.b': 'integer' }, { a: { b: 1 } }],
  ] satisfies [Fields, unknown][])('%j is read of %j', (fields, body) => {
    expect(complaints(fields, body)).toEqual([]);
  });

  it.each([
    [{ a: 'integer' }, { a: 1.5 }, 'a: 1.5 is not "integer"'],
    [{ a: 'integer' }, {}, 'a: nothing is not "integer"'],
    [{ a: 'integer' }, null, 'a: nothing is not "integer"'],
    [{ a: 'text' }, { a: null }, 'a: null is not "text"'],
    [{ a: 'moment' }, { a: '2026-02-20' }, 'a: "2026-02-20" is not "moment"'],
    [{ a: 'day' }, { a: '2026-02-20T08:00:00Z' }, 'a: "2026-02-20T08:00:00Z" is not "day"'],
    [{ a: 'object' }, { a: [] }, 'a: [] is not "object"'],
    [{ a: [1, 2] }, { a: 3 }, 'a: 3 is not [1,2]'],
    [{ a: ['day', 'null'] }, {}, 'a: nothing is not ["day","null"]'],
    [{ a: ['text', 'missing'] }, { a: null }, 'a: null is not ["text","missing"]'],
    [{ 'a.b': 'integer' }, {}, 'a: nothing is not "integer"'],
    [{ 'a.b': 'integer' }, { a: null }, 'a.b: nothing is not "integer"'],
    [{ 'a[].b': 'integer' }, { a: 'none' }, 'a.b: nothing is not "integer"'],
    [{ 'a[].b.c': 'integer' }, { a: [{ b: { c: 1 } }, {}] }, 'a[1].b: nothing is not "integer"'],
    [{ 'a?.b': 'integer' }, { a: {} }, 'a.b: nothing is not "integer"'],
  ] satisfies [Fields, unknown, string][])('%j is not read of %j: %s', (fields, body, complaint) => {
    expect(complaints(fields, body)).toEqual([complaint]);
  });

  it('is reported as unmet for elements of lists that were all empty', () => {
    const reading = new FieldReading({ a: 'list', 'a[].b': 'integer', 'a[].c': 'integer' });
    expect(reading.complaints({ a: [] })).toEqual([]);
    expect(reading.unmet()).toEqual(['a[].b', 'a[].c']);
    expect(reading.complaints({ a: [{ b: 1, c: 2 }] })).toEqual([]);
    expect(reading.unmet()).toEqual([]);
  });
});
