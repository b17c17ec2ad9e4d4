import { describe, expect, it } from 'vitest';
import { UnjudgeableJson } from '../proxy.errors.js';
import type { Stretch } from './edits.js';
import { LabelledValues } from './labelled-values.js';

const VALUE: Stretch = { start: 90, end: 95, editsBefore: 0, editsAfter: 0 };
const OTHER: Stretch = { start: 96, end: 99, editsBefore: 0, editsAfter: 0 };

/** The values that are credentials in an object with these labels. */
function secrets(labels: readonly string[], values: readonly Stretch[] = [VALUE]): readonly Stretch[] {
  const pairs = new LabelledValues();
  let written = '';
  for (const label of labels) {
    const start = written.length;
    written += JSON.stringify(label);
    pairs.addLabel(start, written.length);
  }
  for (const value of values) pairs.addValue(value);
  return pairs.secrets(Buffer.from(written));
}

describe('doc3 §4.3: values beside a label', () => {
  it.each([
    ['the label of a credential', ['apiKey']],
    ['one such label among others', ['title', 'X-Api-Key', 'year']],
    ['such a label last', ['title', 'sig']],
  ])('are credentials with %s, all of them', (_what, labels) => {
    expect(secrets(labels, [VALUE, OTHER])).toEqual([VALUE, OTHER]);
  });

  it.each([
    ['other labels', ['title', 'year']],
    ['no label', []],
  ])('are none with %s', (_what, labels) => {
    expect(secrets(labels)).toEqual([]);
  });

  it('are none where there is no value', () => {
    expect(secrets(['apiKey'], [])).toEqual([]);
  });

  it('are credentials with a label longer than any name, and none with one as long as that', () => {
    expect(secrets(['x'.repeat(4_095)])).toEqual([VALUE]);
    expect(secrets(['x'.repeat(4_094)])).toEqual([]);
  });

  it('security 28: are refused where there are more than can be distinguished', () => {
    const values = (count: number) => new Array<Stretch>(count).fill(VALUE);
    const labels = (count: number) => new Array<string>(count).fill('a');
    expect(secrets(labels(1_000), values(1_000))).toEqual([]);
    expect(() => secrets([], values(1_001))).toThrow(UnjudgeableJson);
    expect(() => secrets(labels(1_001))).toThrow(UnjudgeableJson);
    expect(() => secrets([], values(1_001))).toThrow('more pairs than can be compared');
  });
});
