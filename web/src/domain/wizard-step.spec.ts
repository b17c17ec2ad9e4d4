import { describe, expect, it } from 'vitest';
import { missingStep, wizardAddress, wizardStep } from './wizard-step.js';

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
