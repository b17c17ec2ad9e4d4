import { describe, expect, it } from 'vitest';
import { DescribedKeys, type KeyGaps } from './described-keys.js';

const json = (schema: object) => ({ responses: { 200: { content: { 'application/json': { schema } } } } });
const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const DOCUMENT = {
  paths: {
    '/things': { get: json({ type: 'array', items: $ref('Thing') }) },
    '/things/{id}': { get: json($ref('Thing')), delete: { responses: { 204: {} } } },
    '/status': { get: json({ type: 'object', properties: { version: { type: 'string' }, tag: { type: 'string' } } }) },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'integer' },
          name: { type: 'string', nullable: true },
          kind: { type: 'string', enum: ['lamp', 'chair'] },
          made: { type: 'object', properties: { by: { type: 'string' } } },
          parts: { type: 'array', items: $ref('Part') },
          owner: { anyOf: [$ref('Owner'), { type: 'string', nullable: true }] },
        },
      },
      Part: { type: 'object', properties: { no: { type: 'number' }, whole: $ref('Thing') } },
      Owner: { type: 'object', properties: { email: { type: 'string' } } },
    },
  },
};
const NO_GAPS: KeyGaps = { unknowable: {}, nullable: {}, forgotten: {} };
const PART = { no: 1.5 };
const THING = { id: 1, name: null, kind: 'lamp', made: { by: 'us' }, parts: [], owner: { email: '' } };

const read = (gaps: Partial<KeyGaps> = {}) => new DescribedKeys(DOCUMENT, { ...NO_GAPS, ...gaps });
const complaints = (body: unknown, gaps: Partial<KeyGaps> = {}) => read(gaps).complaints('GET /things/{id}', body);

describe('a body', () => {
  it('with every key that the document gives is not complained about, whatever it has beside', () => {
    expect(complaints({ ...THING, more: 1 })).toEqual([]);
    expect(complaints({ ...THING, owner: 'me' })).toEqual([]);
    expect(complaints({ ...THING, owner: null })).toEqual([]);
    expect(read().complaints('GET /things', [THING])).toEqual([]);
  });

  it.each([
    [{ id: '1' }, 'id: "1" is no integer'],
    [{ id: null }, 'id: null'],
    [{ kind: 'table' }, 'kind: "table" is no choice'],
    [{ made: {} }, 'made.by: missing'],
    [{ made: [] }, 'made: [] is no object'],
    [{ parts: {} }, 'parts: {} is no array'],
    [{ parts: [{ no: 1, whole: THING }, PART] }, 'parts[1].whole: missing'],
    [{ owner: {} }, 'owner.email: missing'],
  ])('with %j is complained about: %s', (over, complaint) => {
    expect(complaints({ ...THING, ...over })).toEqual([complaint]);
  });

  it('is read to its end: every missing key is reported', () => {
    expect(complaints({})).toEqual(['id', 'name', 'kind', 'made', 'parts', 'owner'].map((key) => `${key}: missing`));
    expect(read().complaints('GET /things', [THING, 7])).toEqual(['[1]: 7 is no object']);
  });
});

describe('a gap', () => {
  it('excuses a missing key wherever its schema is used, and no other type of it', () => {
    const unknowable = { 'Part.whole': 'no end' };
    expect(complaints({ ...THING, parts: [PART] }, { unknowable })).toEqual([]);
    expect(complaints({ ...THING, parts: [{ ...PART, whole: 1 }] }, { unknowable })).toEqual([
      'parts[0].whole: 1 is no object',
    ]);
  });

  it('may be declared for one place alone', () => {
    const unknowable = { 'Part.whole.parts': 'no end' };
    const { parts: _, ...whole } = THING;
    expect(complaints({ ...THING, parts: [{ ...PART, whole }] }, { unknowable })).toEqual([]);
    expect(complaints(whole, { unknowable })).toEqual(['parts: missing']);
  });

  it('may be declared for the body of a route', () => {
    const unknowable = { 'GET /status.tag': 'nobody knows' };
    expect(read({ unknowable }).complaints('GET /status', { version: '' })).toEqual([]);
    expect(read().complaints('GET /status', { version: '' })).toEqual(['tag: missing']);
  });

  it('may allow null', () => {
    expect(complaints({ ...THING, id: null }, { nullable: { 'Thing.id': 'sometimes' } })).toEqual([]);
  });

  it('may add a key that the document forgets', () => {
    const forgotten = { Owner: { age: { type: 'number' } } };
    expect(complaints(THING, { forgotten })).toEqual(['owner.age: missing']);
    expect(complaints({ ...THING, owner: { email: '', age: 3 } }, { forgotten })).toEqual([]);
  });

  it('that the document has no place for is a slip', () => {
    const good = ['Thing.id', 'Thing.made.by', 'Part.whole.parts', 'Thing.parts.no', 'GET /status.tag', 'Owner.age'];
    const bad = ['Thing.weight', 'Thin.id', 'Part.whole.weight', 'GET /status.age'];
    const unknowable = Object.fromEntries([...good, ...bad].map((name) => [name, 'why']));
    const forgotten = { Owner: { age: { type: 'number' }, email: { type: 'string' } } };
    expect(read({ unknowable, forgotten }).slips()).toEqual([...bad, 'Owner.email']);
  });
});

it('a route without a body is nothing to read', () => {
  expect(() => read().complaints('DELETE /things/{id}', {})).toThrow('gives no body for DELETE /things/{id}');
});
