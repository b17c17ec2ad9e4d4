import { describe, expect, it } from 'vitest';
import { hasSharedTarget, judgeOverride } from './judge-override.js';

const SIDES = { sources: [1, 2], targets: [3, 4] };

describe('judgeOverride', () => {
  it('doc4 §1.14: a map between seasons that exist fits, and need not name all', () => {
    expect(judgeOverride(new Map([[1, 3]]), SIDES)).toEqual({ verdict: 'fits' });
    expect(
      judgeOverride(
        new Map([
          [1, 4],
          [2, 3],
        ]),
        SIDES,
      ),
    ).toEqual({ verdict: 'fits' });
  });

  it('doc4 §1.14: a season that the provider doesn’t list can not be mapped', () => {
    expect(
      judgeOverride(
        new Map([
          [1, 3],
          [5, 4],
        ]),
        SIDES,
      ),
    ).toEqual({ verdict: 'unknown_sources', seasons: [5] });
  });

  it('doc4 §1.14: a season that the target doesn’t have can not be mapped to', () => {
    expect(
      judgeOverride(
        new Map([
          [1, 9],
          [2, 4],
        ]),
        SIDES,
      ),
    ).toEqual({ verdict: 'unknown_targets', seasons: [9] });
  });
});

describe('hasSharedTarget', () => {
  it('doc4 §1.14: is true when two seasons would become one', () => {
    expect(
      hasSharedTarget(
        new Map([
          [1, 3],
          [2, 3],
        ]),
      ),
    ).toBe(true);
    expect(
      hasSharedTarget(
        new Map([
          [1, 3],
          [2, 4],
        ]),
      ),
    ).toBe(false);
  });
});
