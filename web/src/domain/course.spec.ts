import { describe, expect, it } from 'vitest';
import { courseOf, namedPast } from './course.js';
import type { Step } from './timeline.js';

const KEYS = ['asked', 'approved', 'sent', 'found', 'downloading', 'imported', 'available'] as const;
const STATES = { d: 'done', n: 'now', w: 'waiting', s: 'skipped', f: 'failed', u: 'unknown' } as const;

/** One letter for the state of each step. */
const steps = (states: string) =>
  KEYS.map(
    (key, at) => ({ key, state: STATES[states[at] as keyof typeof STATES] }) satisfies Pick<Step, 'key' | 'state'>,
  );

const keysOf = (some: readonly Pick<Step, 'key'>[]) => some.map(({ key }) => key).join(' ');

describe('issue 46: a request’s page folds what is done into one line, shows now, and two later steps at most', () => {
  it.each([
    ['waits for approval', 'dwwwwww', 'asked', 'asked', 'approved', 'downloading available'],
    ['is being sent', 'dsnwwww', 'asked approved', 'asked', 'sent', 'downloading available'],
    ['is looked for', 'dddnwww', 'asked approved sent', 'asked approved sent', 'found', 'downloading available'],
    ['isn’t released', 'dddwwww', 'asked approved sent', 'asked approved sent', 'found', 'downloading available'],
    ['downloads', 'ddddnww', 'asked approved sent found', 'asked approved found', 'downloading', 'imported available'],
    ['is paused', 'ddddwww', 'asked approved sent found', 'asked approved found', 'downloading', 'imported available'],
    ['has failed', 'ddddfww', 'asked approved sent found', 'asked approved found', 'downloading', 'imported available'],
    ['is imported', 'dsdddnw', 'asked approved sent found downloading', 'asked downloading', 'imported', 'available'],
    ['is there in part', 'dsddnnn', 'asked approved sent found', 'asked found', 'downloading available', ''],
    ['is there', 'dsddddd', 'asked approved sent found downloading imported', 'asked imported', 'available', ''],
    ['was there already', 'dsdssud', 'asked approved sent found downloading imported', 'asked sent', 'available', ''],
    ['can’t be told', 'dsduuuu', 'asked approved sent', 'asked sent', 'found', 'downloading available'],
    ['was declined', 'dfsssss', 'asked', 'asked', 'approved', ''],
    ['was cancelled', 'dssssss', 'asked', 'asked', 'approved', ''],
  ])('one that %s', (_what, states, past, named, now, later) => {
    const course = courseOf(steps(states));
    expect([course.past, namedPast(course.past), course.now, course.later].map(keysOf)).toEqual([
      past,
      named,
      now,
      later,
    ]);
  });
});
