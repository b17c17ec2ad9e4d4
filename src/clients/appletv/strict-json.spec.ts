import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import { strictJson } from './strict-json.js';

const read = (text: string): unknown => thrownBy(() => strictJson(Buffer.from(text)));

describe('strictJson', () => {
  it.each([
    ['eight levels', '[[[[[[[[1]]]]]]]]', [[[[[[[[1]]]]]]]]],
    ['names that differ', '{"a":{"a":1},"A":[{"a":2},{"a":3}]}', { a: { a: 1 }, A: [{ a: 2 }, { a: 3 }] }],
    ['a text that looks like names', '{"a":"\\"a\\":1,","b":"a"}', { a: '"a":1,', b: 'a' }],
    ['spaces all over', ' { "a" : [ 1 , 2 ] , "b" : "a" }\r', { a: [1, 2], b: 'a' }],
    ['brackets in a text', '{"a":"[[[[[[[[[[[["}', { a: '[[[[[[[[[[[[' }],
  ])('security 34: reads %s', (_, text, value) => {
    expect(read(text)).toEqual({ returned: value });
  });

  it.each([
    ['nothing', ''],
    ['a line of a program', 'Traceback (most recent call last):'],
    ['two values', '{"state":"sent"}{"state":"sent"}'],
    ['a value that is cut off', '{"state":"sent"'],
    ['a byte order mark', '\ufeff{}'],
    ['a zero byte', '{"state":"sent"}\u0000'],
    ['a zero byte in a text', '{"state":"se\u0000nt"}'],
    ['a member named twice', '{"state":"sent","state":"error"}'],
    ['a member named twice, once as an escape', '{"state":"sent","\\u0073tate":"error"}'],
    ['a member named twice with spaces', '{"state" : 1, "state"\t: 2}'],
    ['a member named twice inside', '{"devices":[{"name":"a","name":"b"}]}'],
    ['nine levels', '[[[[[[[[[1]]]]]]]]]'],
    ['levels without an end', '['.repeat(60_000) + ']'.repeat(60_000)],
    ['a number that is none', '{"protocol":NaN}'],
  ])('security 34: refuses %s', (_, text) => {
    expect(read(text)).toBeInstanceOf(Error);
  });

  it('security 34: refuses bytes that are no UTF-8', () => {
    expect(thrownBy(() => strictJson(Buffer.from('{"a":"\xe9"}', 'latin1')))).toBeInstanceOf(TypeError);
  });

  it('reads every value as JSON.parse does, and refuses it once a member is repeated', () => {
    const shallow = fc.jsonValue({ maxDepth: 6 });
    fc.assert(
      fc.property(shallow, fc.string(), fc.nat(2), (value, name, indent) => {
        const json = JSON.stringify(value, null, indent);
        expect(strictJson(Buffer.from(json))).toEqual(JSON.parse(json));
        const twice = `{${JSON.stringify(name)}:${json},${JSON.stringify(name)}:${json}}`;
        expect(read(twice)).toBeInstanceOf(SyntaxError);
      }),
    );
  });
});
