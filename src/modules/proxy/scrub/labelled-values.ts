import type { Stretch } from './edits.js';
import { isSensitiveQueryName } from './sensitive-query-name.js';
import { UnjudgeableJson } from '../proxy.errors.js';

/** More members called `name`, `key` or `value` than this no object has that means something by them. */
const MOST_MEMBERS = 1_000;

const NONE: readonly Stretch[] = [];

/** Longer than any name of a credential. A longer label is taken for one. */
const LONGEST_LABEL = 4_096;

/** The pairs of one object, `{name or key: X, value: Y}`: all its labels and values, in any order and however often. */
export class LabelledValues {
  private readonly labels: number[] = [];
  private readonly values: Stretch[] = [];
  private overlong = false;

  /** The label is there as a JSON string, quotation marks included. */
  addLabel(start: number, end: number): void {
    this.mustHaveRoom(this.labels.length / 2);
    if (end - start > LONGEST_LABEL) this.overlong = true;
    else this.labels.push(start, end);
  }

  addValue(value: Stretch): void {
    this.mustHaveRoom(this.values.length);
    this.values.push(value);
  }

  /** The values that are credentials, because one of the labels in the document says so. */
  secrets(bytes: Buffer): readonly Stretch[] {
    if (this.values.length === 0) return NONE;
    return this.overlong || this.someLabelIsSensitive(bytes) ? this.values : NONE;
  }

  private someLabelIsSensitive(bytes: Buffer): boolean {
    for (let at = 0; at < this.labels.length; at += 2) {
      const label = bytes.toString('utf8', this.labels[at], this.labels[at + 1]);
      if (isSensitiveQueryName(JSON.parse(label) as string)) return true;
    }
    return false;
  }

  private mustHaveRoom(members: number): void {
    if (members >= MOST_MEMBERS) throw new UnjudgeableJson('more pairs than can be compared');
  }
}
