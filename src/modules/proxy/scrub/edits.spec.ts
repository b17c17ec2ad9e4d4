import { describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { UnjudgeableJson } from '../proxy.errors.js';
import { Edits, type Stretch } from './edits.js';
import { PLACEHOLDER } from './redact-text.js';
import { scrubJson } from './scrub-json.js';

/** A list of so many credentials, inside of so many labelled ones. */
function nested(depth: number, credentials: number): Buffer {
  const labelled = '{"name":"apiKey","value":"x","rest":'.repeat(depth);
  return Buffer.from(`${labelled}[${new Array(credentials).fill('{"apiKey":"x"}').join()}]${'}'.repeat(depth)}`);
}

const redacted = (clean: Iterable<Buffer>): number =>
  Buffer.concat([...clean])
    .toString()
    .split(PLACEHOLDER).length - 1;

/** This many changes, each of one byte. */
function changes(count: number): Edits {
  const edits = new Edits();
  for (let at = 0; at < count; at += 1) edits.add(at, at + 1);
  return edits;
}

/** Where the change at this position is. */
const change = (at: number): Stretch => ({ start: at, end: at + 1, editsBefore: at, editsAfter: at + 1 });

describe('security 28: the work for credentials that stand around others', () => {
  it('is done for all of them where it is bounded', async () => {
    expect(redacted((await scrubJson(nested(20, 50_000))).chunks())).toBe(50_020);
  });

  it('is refused where nesting multiplies it', async () => {
    expect(await errorOf(scrubJson(nested(150, 50_000)))).toBeInstanceOf(UnjudgeableJson);
  });

  it('is up to four million changes moved in all; one more is refused', () => {
    const edits = changes(1_000);
    for (let time = 0; time < 4_000; time += 1) edits.redactWhole([change(0)]);
    const oneMore = () => edits.redactWhole([change(999)]);
    expect(oneMore).toThrow(UnjudgeableJson);
    expect(oneMore).toThrow('credentials nested too often');
  });

  it('is none for changes that come before them', () => {
    const edits = changes(1_000);
    for (let time = 0; time < 5_000; time += 1) edits.redactWhole([change(999)]);
    expect(edits.count).toBe(1_000);
  });
});

describe('security 28: the changes of a document', () => {
  it('are a million at most; one more is refused', () => {
    const edits = changes(1_000_000);
    expect(edits.count).toBe(1_000_000);
    const oneMore = () => edits.add(1_000_000, 1_000_001);
    expect(oneMore).toThrow(UnjudgeableJson);
    expect(oneMore).toThrow('more credentials than can be kept in mind');
  });
});

describe('doc3 §4.3: the credentials around labelled values', () => {
  it('are replaced wherever they are: before the object, and before, inside of, between and behind its values', async () => {
    const document = (secret: (text: string) => string, ...values: readonly string[]): string =>
      `{"token":${secret('a')},"list":[{"auth":${secret('b')},"value":${values[0]},"secret":${secret('c')},` +
      `"name":"apiKey","Value":${values[1]},"cookie":${secret('d')}}],"passwd":${secret('e')}}`;
    const R = JSON.stringify(PLACEHOLDER);
    const written = document((text) => `"${text}"`, '{"pin":1,"token":"x","password":"y"}', '"z"');
    const clean = [...(await scrubJson(Buffer.from(written))).chunks()].join('');
    expect(clean).toBe(document(() => R, R, R));
  });
});
