import { describe, expect, it } from 'vitest';
import type { BegunJob } from '../transitions/job-changes.js';
import { planWholeDelivery, type WholeRecord } from './plan-whole-delivery.js';

const record = (isWhole: boolean, isOn: boolean, lastSearchedAt: number | null = null): WholeRecord => ({
  id: 17,
  isWhole,
  isOn,
  lastSearchedAt,
});

const ADD: BegunJob = { mutation: 'add', searchMark: null };
const NOTHING: BegunJob = { mutation: null, searchMark: null };
const turnOn = (searchMark: number | null): BegunJob => ({ mutation: 'monitor_and_search', searchMark });
const BEGUN: readonly (BegunJob | null)[] = [null, NOTHING, ADD, turnOn(null), turnOn(500)];

const DONE = { kind: 'done', status: 'requested', recordId: 17 };
const change = (isOn: boolean, lastSearchedAt: number | null = null) => ({
  kind: 'change',
  record: record(false, isOn, lastSearchedAt),
});

describe('doc4 §1.13, doc2 §4 Requests rule 5: what it takes to bring a title into the library', () => {
  it.each<[string, WholeRecord | null, BegunJob | null, object]>([
    ['none: the addition', null, null, { kind: 'add' }],
    ['none, though an addition was begun: the addition', null, ADD, { kind: 'add' }],
    ['gone since an earlier attempt turned it on: the addition', null, turnOn(null), { kind: 'add' }],
    ['off: it is turned on', record(false, false), null, change(false)],
    ['off after it was searched for: it is turned on', record(false, false, 500), null, change(false, 500)],
    ['off after an addition was begun: somebody else’s', record(false, false, 500), ADD, change(false, 500)],
    ['off, and an earlier change did not arrive', record(false, false), turnOn(null), change(false)],
    ['off although searched for since the change: once more', record(false, false, 6), turnOn(5), change(false, 6)],
    ['on: nothing', record(false, true), null, DONE],
    ['on, and nothing was begun: nothing', record(false, true), NOTHING, DONE],
    ['on, after an addition, which searches itself: nothing', record(false, true), ADD, DONE],
    ['on by an earlier attempt, never searched for: the search', record(false, true), turnOn(null), change(true)],
    ['on, not searched for since: the search', record(false, true, 500), turnOn(500), change(true, 500)],
    ['on, searched for since for the first time: nothing', record(false, true, 500), turnOn(null), DONE],
    ['on, searched for since once more: nothing', record(false, true, 501), turnOn(500), DONE],
  ])('a record that is %s', (_, known, earlier, plan) => {
    expect(planWholeDelivery(known, earlier)).toEqual(plan);
  });

  it.each(BEGUN.flatMap((begun) => [true, false].map((isOn) => [begun, isOn] as const)))(
    'a whole title is available and left as it is (begun: %j, on: %s)',
    (begun, isOn) => {
      expect(planWholeDelivery(record(true, isOn), begun)).toEqual({ ...DONE, status: 'available' });
    },
  );
});
