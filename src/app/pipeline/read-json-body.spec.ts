import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { isShallow, isWellFormed, bringsBody, readJsonBody, requireJson, type TakenBody } from './read-json-body.js';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import { errorOf } from '../../../test/harness/error-of.js';

const bytes = (json: string): Uint8Array => Buffer.from(json);

/** The plain model: recurses through what was parsed. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function texts(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [name, ...texts(member)]);
}

describe('how deep a JSON document is', () => {
  const lists = (depth: number, inside = ''): string => '['.repeat(depth) + inside + ']'.repeat(depth);
  const objects = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  it('security 31: a hundred levels are taken, one more is not, of lists, of objects and of both', () => {
    for (const nested of [lists, objects]) {
      expect(isShallow(bytes(nested(100)))).toBe(true);
      expect(isShallow(bytes(nested(101)))).toBe(false);
    }
    expect(isShallow(bytes(`{"a":${lists(99)}}`))).toBe(true);
    expect(isShallow(bytes(`{"a":${lists(100)}}`))).toBe(false);
  });

  it('brackets in texts don’t count, whatever is escaped before them', () => {
    for (const text of ['['.repeat(500), '\\"['.repeat(500), `\\\\"${']'.repeat(500)}`, `\\u005b${'{'.repeat(500)}`])
      expect(isShallow(Buffer.from(JSON.stringify({ [text]: text })))).toBe(true);
    expect(isShallow(bytes(`["\\\\",${lists(100)}]`))).toBe(false);
  });

  it('many lists beside each other are as deep as one', () => {
    expect(isShallow(bytes(`[${Array(1_000).fill('[]').join(',')}]`))).toBe(true);
  });

  it('is what a recursion through the parsed document says', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 94, max: 100 }), (value, levels) => {
        const json = '['.repeat(levels) + JSON.stringify(value) + ']'.repeat(levels);
        expect(isShallow(bytes(json))).toBe(levels + depthOf(value) <= 100);
      }),
    );
  });
});

describe('texts that are no texts', () => {
  it.each([
    ['a high half alone', '"\\ud800"'],
    ['a low half alone', '"\\udc00"'],
    ['capital digits', '"\\uDBFF"'],
    ['two high halves', '"\\ud83d\\ud83d"'],
    ['the halves of a pair the wrong way round', '"\\ude00\\ud83d"'],
    ['a high half before another escape', '"\\ud83d\\n"'],
    ['a high half before a letter', '"\\ud83dx\\ude00"'],
    ['half of a pair after a whole one', '"\\ud83d\\ude00\\ude00"'],
    ['half of a pair behind an escaped backslash', '"\\\\\\ud800"'],
    ['half of a pair in the name of a member', '{"\\udfff":1}'],
    ['half of a pair deep inside', '{"a":[{"b":["x","\\ud800"]}]}'],
  ])('%s is found', (_, json) => {
    expect(texts(JSON.parse(json)).some((text) => /\p{Cs}/u.test(text))).toBe(true);
    expect(isWellFormed(bytes(json))).toBe(false);
  });

  it.each([
    ['a pair', '"\\ud83d\\ude00\\uD83D\\uDE00"'],
    ['a pair as it is', '"😀"'],
    ['an escaped backslash before what looks like half of a pair', '"\\\\ud800"'],
    ['the letters around the surrogates', '"\\ud7ff\\ue000\\uD000"'],
    ['no escape at all', '{"a":1}'],
  ])('%s is taken', (_, json) => {
    expect(isWellFormed(bytes(json))).toBe(true);
  });

  it('is what a look at each parsed text says', () => {
    const piece = fc.constantFrom(
      '\\ud800',
      '\\udfff',
      '\\uDBff',
      '\\udc00',
      '\\\\',
      '\\n',
      '\\u0041',
      'u',
      'd800',
      '😀',
      'é',
    );
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), (name, value) => {
        const json = `{"${name.join('')}":["${value.join('')}"]}`;
        expect(isWellFormed(bytes(json))).toBe(!texts(JSON.parse(json)).some((text) => /\p{Cs}/u.test(text)));
      }),
      { numRuns: 500 },
    );
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };
const TAKEN: TakenBody = { limit: 1_000_000, takesHalves: false };

const request = (headers: Readonly<Record<string, string>>, ...chunks: readonly (string | Buffer)[]): IncomingMessage =>
  Object.assign(Readable.from(chunks.map((chunk) => Buffer.from(chunk))), { headers }) as unknown as IncomingMessage;

const read = (body: string | Buffer, taken: Partial<TakenBody> = {}): Promise<object> =>
  readJsonBody(request(JSON_TYPE, body), { ...TAKEN, ...taken });

describe('a body that is read as one JSON object', () => {
  it.each([
    ['JSON that breaks off', '{"username":'],
    ['nothing at all', ''],
    ['two documents', '{} {}'],
    ['a list', '[]'],
    ['a text', '"admin"'],
    ['null', 'null'],
    ['a number', '7'],
    ['NaN', '{"tmdb_id":NaN}'],
    ['white space alone', '  '],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['JSON in UTF-16', Buffer.from('{}', 'utf16le')],
    ['lists within lists', `{"deep":${'['.repeat(4_000)}${']'.repeat(4_000)}}`],
    ['objects within objects', `${'{"":'.repeat(1_600)}1${'}'.repeat(1_600)}`],
    ['lists that end a stack', `{"deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`],
    ['objects that end a stack', `${'{"":'.repeat(13_000)}1${'}'.repeat(13_000)}`],
    ['half of a surrogate pair', '{"a":"\\ud83d"}'],
  ])('doc3 §0: %s is 400', async (_, body) => {
    expect(await errorOf(read(body))).toMatchObject({ status: 400, safeText: 'invalid request body' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-seq',
    '',
    undefined,
  ])('doc3 §0: of type %j is 415', (type) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect(thrownBy(() => requireJson(request(headers, '{}')))).toMatchObject({ status: 415 });
  });

  it.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/problem+json'])(
    'doc3 §0: of type %s is taken',
    (type) => {
      expect(() => requireJson(request({ 'content-type': type }, '{"a":1}'))).not.toThrow();
    },
  );

  it.each(['gzip', 'identity', ''])('doc3 §0: with the encoding %j is 415', (encoding) => {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    expect(thrownBy(() => requireJson(request(headers, '{}')))).toMatchObject({ status: 415 });
  });

  it('is taken in chunks up to the limit, and is 413 with one byte more', async () => {
    const limit = 10;
    const chunks = ['{"a":', '"xy"}'];
    expect(await readJsonBody(request(JSON_TYPE, ...chunks), { ...TAKEN, limit })).toEqual({ a: 'xy' });
    const refused = readJsonBody(request(JSON_TYPE, ...chunks, ' '), { ...TAKEN, limit });
    expect(await errorOf(refused)).toMatchObject({ status: 413, safeText: 'request body too large' });
  });

  it('is 400 when its client goes away in the middle of it', async () => {
    const cut = request(JSON_TYPE, '{"a":');
    const asked = errorOf(readJsonBody(cut, TAKEN));
    cut.destroy();
    expect(await asked).toMatchObject({ status: 400, safeText: 'invalid request body' });
  });

  it('may hold half of a surrogate pair where that is taken', async () => {
    expect(await read('{"a":"\\ud83d"}', { takesHalves: true })).toEqual({ a: '\ud83d' });
  });
});

it('a request brings a body when it declares its length or comes in chunks', () => {
  expect(bringsBody(request({ 'content-length': '1' }))).toBe(true);
  expect(bringsBody(request({ 'transfer-encoding': 'chunked' }))).toBe(true);
  expect(bringsBody(request({ 'content-length': '0' }))).toBe(false);
  expect(bringsBody(request({}))).toBe(false);
});
