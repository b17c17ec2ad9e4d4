import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import { errorOf } from '../../../test/harness/error-of.js';
import { bringsBody, readJsonBody, requireJson, type TakenBody } from './read-json-body.js';

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
