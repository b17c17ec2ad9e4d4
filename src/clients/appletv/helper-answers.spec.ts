import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { thrownBy } from '../../../test/harness/thrown-by.js';
import type { FoundBox } from './appletv-helper.js';
import {
  checkedAnswer,
  foundAnswer,
  pairedAnswer,
  pinRequiredAnswer,
  readAnswer,
  readyAnswer,
  sentAnswer,
  strictJson,
} from './helper-answers.js';
import { HelperError, NAMED_FAULTS } from './helper-error.js';

const read = <T>(value: unknown, answer: ZodType<T>): unknown =>
  thrownBy(() => readAnswer(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)), answer));

const MALFORMED = { fault: 'malformed', definitelyNotSent: false };
const DEN = { name: 'Den', address: '10.0.0.40', identifier: 'AA:BB:CC:DD:EE:01' };
const found = (...devices: readonly unknown[]): unknown => read({ state: 'found', devices }, foundAnswer);

/** None where the answer was refused; anything else that is thrown fails the test. */
const boxesIn = (outcome: unknown): readonly FoundBox[] =>
  outcome instanceof HelperError ? [] : (outcome as { readonly returned: readonly FoundBox[] }).returned;

describe('readAnswer', () => {
  it.each<[state: string, line: object, answer: ZodType<unknown>, value: unknown]>([
    [
      'ready',
      { state: 'ready', protocol: 1, library: 'pyatv', version: '0.18.0', since: 2026 },
      readyAnswer,
      { protocol: 1, library: 'pyatv', version: '0.18.0' },
    ],
    [
      'ready, of another protocol',
      { state: 'ready', protocol: 2, library: '', version: '' },
      readyAnswer,
      { protocol: 2, library: '', version: '' },
    ],
    ['found, nothing', { state: 'found', devices: [] }, foundAnswer, []],
    ['pin_required', { state: 'pin_required', device: { name: 'Den', port: 1 } }, pinRequiredAnswer, { name: 'Den' }],
    ['pin_required, without a device', { state: 'pin_required' }, pinRequiredAnswer, {}],
    ['pin_required, with a device of another kind', { state: 'pin_required', device: ['x'] }, pinRequiredAnswer, {}],
    [
      'pin_required, with a name of another kind',
      { state: 'pin_required', device: { name: 7, model: 'x' } },
      pinRequiredAnswer,
      { model: 'x' },
    ],
    ['paired', { state: 'paired', credentials: 'a:b', extra: {} }, pairedAnswer, 'a:b'],
    ['paired, by the longest', { state: 'paired', credentials: 'c'.repeat(8_192) }, pairedAnswer, 'c'.repeat(8_192)],
    [
      'checked',
      { state: 'checked', connected: true, installed: false },
      checkedAnswer,
      { connected: true, installed: false },
    ],
    ['sent', { state: 'sent', at: null }, sentAnswer, true],
  ])('issue 25: %s, whatever else is said', (_, line, answer, value) => {
    expect(read(line, answer)).toEqual({ returned: value });
  });

  it.each(NAMED_FAULTS)('issue 25: a reason of the closed list is told apart: %s', (code) => {
    expect(read({ state: 'error', code, text: 'planted' }, sentAnswer)).toMatchObject({ fault: code });
  });

  it.each<[what: string, line: unknown, answer: ZodType<unknown>]>([
    ['a reason that is on no list', { state: 'error', code: 'planted' }, sentAnswer],
    ['an error without a reason', { state: 'error' }, sentAnswer],
    ['the answer to something else', { state: 'found', devices: [] }, sentAnswer],
    ['a state in capitals', { state: 'SENT' }, sentAnswer],
    ['a list', [{ state: 'sent' }], sentAnswer],
    ['null', null, sentAnswer],
    ['no JSON', 'planted', sentAnswer],
    ['two states', '{"state":"sent","state":"error"}', sentAnswer],
    ['a protocol that is a text', { state: 'ready', protocol: '1', library: '', version: '' }, readyAnswer],
    ['a protocol with a fraction', { state: 'ready', protocol: 1.5, library: '', version: '' }, readyAnswer],
    ['no version', { state: 'ready', protocol: 1, library: 'pyatv' }, readyAnswer],
    ['no list of devices', { state: 'found' }, foundAnswer],
    ['an object of devices', { state: 'found', devices: { 0: DEN } }, foundAnswer],
    ['no credentials', { state: 'paired' }, pairedAnswer],
    ['empty credentials', { state: 'paired', credentials: '' }, pairedAnswer],
    ['credentials that are too long', { state: 'paired', credentials: 'c'.repeat(8_193) }, pairedAnswer],
    ['credentials with a newline', { state: 'paired', credentials: 'planted\n' }, pairedAnswer],
    ['credentials with a zero', { state: 'paired', credentials: 'plan\u0000ted' }, pairedAnswer],
    ['credentials with half a character', { state: 'paired', credentials: '\ud83d' }, pairedAnswer],
    ['credentials that are none', { state: 'paired', credentials: 42 }, pairedAnswer],
    ['a connection in words', { state: 'checked', connected: 'true', installed: true }, checkedAnswer],
    ['nothing about the player', { state: 'checked', connected: true }, checkedAnswer],
  ])('security 34: %s is malformed, and the error holds nothing of it', (_, line, answer) => {
    const failure = read(line, answer);
    expect(failure).toMatchObject(MALFORMED);
    expect(inspect(failure, { depth: 9, showHidden: true })).not.toMatch(/planted/);
  });
});

describe('boxes that were found', () => {
  it.each<[what: string, device: object]>([
    ['without an address', { address: undefined }],
    ['with an address and a port', { address: '10.0.0.40:80' }],
    ['with an address of the other protocol', { address: 'fe80::1' }],
    ['with an address and a space', { address: '10.0.0.40 ' }],
    ['with an address that is too long', { address: 'a'.repeat(254) }],
    ['without an identifier', { identifier: '' }],
    ['with an identifier that is too long', { identifier: 'i'.repeat(257) }],
    ['with a zero in its identifier', { identifier: 'a\u0000' }],
    ['with half a character in its identifier', { identifier: '\udc00' }],
    ['with a space in its identifier', { identifier: 'AA BB' }],
    ['with an address that ends in a hyphen', { address: 'den-' }],
    ['without a name', { name: null }],
    ['with a name of control characters', { name: '\u0007\n ' }],
  ])('doc3 §12.3: one %s is left out, the others stay', (_, over) => {
    expect(found({ ...DEN, ...over }, DEN)).toEqual({ returned: [DEN] });
    expect(found({ ...DEN, ...over })).toMatchObject(MALFORMED);
  });

  it('doc3 §12.3: take addresses and identifiers as long as they may be', () => {
    const box = { ...DEN, address: 'a'.repeat(253), identifier: 'i'.repeat(256) };
    expect(found(box)).toEqual({ returned: [box] });
  });

  it('doc3 §12.3: have names of at most 128 characters that can be shown', () => {
    const names = ['n'.repeat(129), `${'n'.repeat(127)}🎬`, ' Den\u0000\ud800 '];
    const boxes = names.map((name, place) => ({ ...DEN, name, model: name, identifier: String(place) }));
    const shown = ['n'.repeat(128), 'n'.repeat(127), 'Den'];
    expect(found(...boxes)).toEqual({
      returned: shown.map((name, place) => ({ ...DEN, name, model: name, identifier: String(place) })),
    });
  });

  it('have a model only where one is said', () => {
    expect(found({ ...DEN, model: null }, { ...DEN, identifier: '2', model: '' })).toEqual({
      returned: [DEN, { ...DEN, identifier: '2' }],
    });
  });

  it('are 64 at most, each identifier once and as it was first', () => {
    const boxes = Array.from({ length: 100 }, (_, place) => ({ ...DEN, identifier: `${Math.floor(place / 2)}` }));
    const more = Array.from({ length: 100 }, (_, place) => ({ ...DEN, name: 'Other', identifier: `${place}` }));
    const returned = boxesIn(found(...boxes, ...more));
    expect(returned).toHaveLength(64);
    expect(returned.map(({ name }) => name)).toEqual([
      ...Array<string>(50).fill('Den'),
      ...Array<string>(14).fill('Other'),
    ]);
  });

  it('are read from whatever a helper may say, in bounds, or are malformed', () => {
    const text = fc.oneof(fc.constant('a.b'), fc.string({ maxLength: 140, unit: 'binary' }));
    const device = fc.record(
      { name: text, address: text, identifier: text, model: fc.jsonValue() },
      { requiredKeys: ['address'] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(device, fc.jsonValue()), { maxLength: 4 }), (devices) => {
        const outcome = found(...devices);
        if (outcome instanceof HelperError) expect(outcome.fault).toBe('malformed');
        for (const box of boxesIn(outcome)) {
          expect(box.name).toMatch(/^[^\p{Cc}\p{Cs}]{1,128}$/u);
          expect(box.identifier).toMatch(/^[^\p{Cc}\p{Cs}]{1,256}$/u);
          expect(box.address).toMatch(/^[a-zA-Z0-9.-]{1,253}$/);
          if (box.model !== undefined) expect(box.model).toMatch(/^[^\p{Cc}\p{Cs}]{1,128}$/u);
        }
      }),
    );
  });
});

const readStrictly = (text: string): unknown => thrownBy(() => strictJson(Buffer.from(text)));

describe('strictJson', () => {
  it.each([
    ['eight levels', '[[[[[[[[1]]]]]]]]', [[[[[[[[1]]]]]]]]],
    ['names that differ', '{"a":{"a":1},"A":[{"a":2},{"a":3}]}', { a: { a: 1 }, A: [{ a: 2 }, { a: 3 }] }],
    ['a text that looks like names', '{"a":"\\"a\\":1,","b":"a"}', { a: '"a":1,', b: 'a' }],
    ['spaces all over', ' { "a" : [ 1 , 2 ] , "b" : "a" }\r', { a: [1, 2], b: 'a' }],
    ['brackets in a text', '{"a":"[[[[[[[[[[[["}', { a: '[[[[[[[[[[[[' }],
  ])('security 34: reads %s', (_, text, value) => {
    expect(readStrictly(text)).toEqual({ returned: value });
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
    expect(readStrictly(text)).toBeInstanceOf(Error);
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
        expect(readStrictly(twice)).toBeInstanceOf(SyntaxError);
      }),
    );
  });
});
