import { describe, expect, it } from 'vitest';
import { missingStep, seenStep, seenSteps, stepBefore, wizardAddress, wizardStep } from './wizard-step.js';

describe('issue 22, wizard: a reload continues where it was', () => {
  it.each([
    ['', 'library'],
    ['step=library', 'library'],
    ['step=connected&library=movie_manager-1', 'connected'],
    ['step=connected', 'library'],
    ['step=server', 'server'],
    ['step=films', 'films'],
    ['step=invite', 'invite'],
    ['step=nonsense', 'library'],
  ])('?%s is the step %s', (query, step) => {
    expect(wizardStep(new URLSearchParams(query))).toBe(step);
  });

  it.each([
    [false, false, 'library'],
    [false, true, 'library'],
    [true, false, 'films'],
    [true, true, 'invite'],
  ])('issue 43 D22: with a library %s and a token %s, an address without a step goes on with %s', (...found) => {
    const [hasLibrary, canLookUp, step] = found;
    expect(missingStep({ hasLibrary, canLookUp })).toBe(step);
  });

  it('every step has an address that leads back to it', () => {
    for (const step of ['library', 'server', 'films', 'invite'] as const) {
      const { searchParams } = new URL(wizardAddress(step), 'http://usher');
      expect(wizardStep(searchParams)).toBe(step);
    }
    expect(wizardAddress('connected', { library: 'a-1' })).toBe('/setup?step=connected&library=a-1');
  });
});

describe('issue 46: the stepper says what is done, and what was skipped', () => {
  it.each([
    ['account', [], ['now', 'later', 'later', 'later']],
    ['library', ['account'], ['done', 'now', 'later', 'later']],
    ['films', ['account'], ['done', 'skipped', 'now', 'later']],
    ['films', ['account', 'library'], ['done', 'done', 'now', 'later']],
    // A server may bring a token along.
    ['library', ['account', 'films'], ['done', 'now', 'done', 'later']],
    ['invite', ['account', 'films'], ['done', 'skipped', 'done', 'now']],
  ] as const)('at %s, with %j done', (now, done, states) => {
    expect(seenSteps(now, new Set(done)).map(({ state }) => state)).toEqual(states);
  });

  it.each([
    ['library', 'library', undefined],
    ['server', 'library', 'library'],
    ['connected', 'library', 'library'],
    ['films', 'films', 'library'],
    ['invite', 'invite', 'films'],
  ] as const)('the step %s is seen as %s, and leads back to %s', (step, seen, before) => {
    expect([seenStep(step), stepBefore(step)]).toEqual([seen, before]);
  });
});
