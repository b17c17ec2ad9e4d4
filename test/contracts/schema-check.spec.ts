import { describe, expect, it } from 'vitest';
import { missingKeys, SchemaCheck } from './schema-check.js';

const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const DOCUMENT = {
  paths: {
    '/things': {
      get: {
        parameters: [
          { name: 'page', in: 'query', schema: { type: 'integer' } },
          { name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'integer' } } },
          { name: 'all', in: 'query', schema: { type: 'boolean' } },
        ],
        responses: { 200: json({ type: 'array', items: { $ref: '#/components/schemas/Thing' } }) },
      },
      post: { requestBody: json({ $ref: '#/components/schemas/Thing' }), responses: { 200: {} } },
    },
    '/things/{id}': { get: { responses: { 200: json({ $ref: '#/components/schemas/Thing' }) } } },
    '/things/first': { get: { responses: { 200: json({ type: 'string' }) } } },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          weight: { type: 'number' },
          name: { type: 'string', nullable: true },
          kind: { $ref: '#/components/schemas/Kind' },
          parts: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
          labels: { type: 'object', additionalProperties: { type: 'string' } },
          mixed: {
            allOf: [{ type: 'object', properties: { a: { type: 'string' } } }, { $ref: '#/components/schemas/B' }],
          },
          either: { oneOf: [{ type: 'string' }, { type: 'integer' }] },
          free: { type: 'object' },
        },
        additionalProperties: false,
      },
      B: { type: 'object', properties: { b: { type: 'boolean' } } },
      Kind: { type: 'string', enum: ['lamp', 'chair'] },
    },
  },
};

const check = new SchemaCheck(DOCUMENT);
const call = (over: Partial<Parameters<SchemaCheck['call']>[0]>) =>
  check.call({ method: 'GET', path: '/things', query: {}, body: undefined, ...over });

describe('an answer', () => {
  it('that fits is not complained about', () => {
    const thing = { id: 1, weight: 2, name: null, kind: 'lamp', parts: [{ id: 2 }], labels: { x: 'y' } };
    const more = { mixed: { a: '', b: true }, either: 3, free: { anything: 1 } };
    expect(check.answer('GET', '/things/7', { ...thing, ...more })).toEqual([]);
    expect(check.answer('GET', '/things/first', 'text')).toEqual([]);
  });

  it.each([
    [{ id: 1.5 }, 'id: 1.5 is no integer'],
    [{ id: '1' }, 'id: "1" is no integer'],
    [{ id: null }, 'id: null'],
    [{ weight: 'x' }, 'weight: "x" is no number'],
    [{ kind: 'table' }, 'kind: "table" is no choice'],
    [{ parts: {} }, 'parts: {} is no array'],
    [{ parts: [{ id: 1 }, { extra: 1 }] }, 'parts[1].extra: unknown to the document'],
    [{ labels: { x: 1 } }, 'labels.x: 1 is no string'],
    [{ mixed: { b: 1 } }, 'mixed.b: 1 is no boolean'],
    [{ mixed: { c: 1 } }, 'mixed.c: unknown to the document'],
    [{ either: true }, 'either: fits none of the choices'],
    [{ more: 1 }, 'more: unknown to the document'],
    ['text', '.: "text" is no object'],
  ])('%j is complained about: %s', (body, complaint) => {
    expect(check.answer('GET', '/things/7', body)).toEqual([complaint]);
  });

  it('of an unknown path or method is complained about', () => {
    expect(check.answer('GET', '/others', {})).toHaveLength(1);
    expect(check.answer('POST', '/things/7', {})).toHaveLength(1);
    expect(check.answer('GET', '/things/7/more', {})).toHaveLength(1);
  });

  it('may go beyond the document only at the places that are named', () => {
    const lenient = new SchemaCheck(DOCUMENT, { beyondDocument: ['parts[].extra'], allowNull: true });
    expect(lenient.answer('GET', '/things/7', { id: null, parts: [{ extra: 1 }] })).toEqual([]);
    expect(lenient.answer('GET', '/things/7', { extra: 1 })).toEqual(['extra: unknown to the document']);
  });
});

describe('a call', () => {
  it('that the document knows is not complained about', () => {
    expect(call({ query: { page: '2', ids: ['1', '2'], all: 'true' } })).toEqual([]);
    expect(call({ query: { ids: '1' } })).toEqual([]);
    expect(call({ method: 'POST', body: { id: 1 } })).toEqual([]);
  });

  it.each([
    [{ query: { pages: '2' } }, '?pages: unknown to the document'],
    [{ query: { page: 'two' } }, '?page: "two" is no integer'],
    [{ query: { page: '' } }, '?page: "" is no integer'],
    [{ query: { ids: ['1', 'x'] } }, '?ids[1]: "x" is no integer'],
    [{ query: { all: 'yes' } }, '?all: "yes" is no boolean'],
    [{ body: {} }, 'the document knows no body'],
    [{ method: 'POST', body: { more: 1 } }, 'more: unknown to the document'],
    [{ method: 'PATCH' }, 'PATCH /things: no such operation'],
  ])('%j is complained about: %s', (over, complaint) => {
    expect(call(over)).toEqual([complaint]);
  });
});

describe('missingKeys', () => {
  it('finds nothing in a value with all keys of the example, of the same types', () => {
    expect(
      missingKeys({ a: 1, b: [{ c: '' }], d: [], f: [3] }, { a: 1.5, b: [{ c: 'x', more: 1 }], d: [1], e: 1, f: [] }),
    ).toEqual([]);
  });

  it.each([
    [{ a: 1 }, {}, 'a: missing'],
    [{ a: 1 }, { a: '1' }, 'a: string in place of number'],
    [{ a: {} }, { a: [] }, 'a: array in place of object'],
    [{ a: [{ b: 1 }] }, { a: [{ b: 1 }, {}] }, 'a[1].b: missing'],
    [{ a: [{}] }, { a: [] }, 'a: nothing to compare'],
    [{ a: [1] }, { a: ['1'] }, 'a[0]: string in place of number'],
    [{ a: 1 }, { a: null }, 'a: null in place of number'],
    [[], {}, '.: object in place of array'],
  ])('%j in %j: %s', (example, value, complaint) => {
    expect(missingKeys(example, value)).toEqual([complaint]);
  });
});
