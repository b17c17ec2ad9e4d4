import { beforeEach, describe, expect, it } from 'vitest';
import { StaleTitles } from './stale-titles.js';

describe('StaleTitles (doc 4 Decisions, Freshness)', () => {
  let stale: StaleTitles<number>;

  beforeEach(() => {
    stale = new StaleTitles();
  });

  it('a reader waits for the reports before its call, and for no later ones', () => {
    stale.note(7, 1);
    stale.note(8, 2);
    expect([stale.wantedBy(0), stale.wantedBy(1), stale.wantedBy(2)]).toEqual([[], [7], [7, 8]]);
  });

  it('a read covers the reports from before it began, and leaves the later ones', () => {
    stale.note(7, 1);
    stale.note(7, 3);
    stale.noteRead(7, 2);
    expect([stale.has(7), stale.wantedBy(2), stale.wantedBy(3)]).toEqual([true, [], [7]]);
    stale.noteRead(7, 3);
    expect([stale.has(7), stale.isEmpty]).toEqual([false, true]);
  });

  it('a read that began before the report changes nothing', () => {
    stale.note(7, 2);
    stale.noteRead(7, 1);
    expect(stale.wantedBy(2)).toEqual([7]);
  });

  it('a read of all titles covers all of them', () => {
    stale.note(7, 1);
    stale.note(8, 2);
    stale.noteReadOfAll(1);
    expect([stale.has(7), stale.has(8)]).toEqual([false, true]);
  });
});
