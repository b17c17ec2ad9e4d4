import { describe, expect, it } from 'vitest';
import type { Step } from './timeline.js';
import { trackPoints } from './track-points.js';

const KEYS: readonly Step['key'][] = ['asked', 'approved', 'sent', 'found', 'downloading', 'imported', 'available'];

const steps = (...states: readonly Step['state'][]) =>
  KEYS.map((key, at) => ({ key, state: states[at] ?? 'waiting', at: `2026-01-0${at + 1}` }) as const);

const states = (...of: readonly Step['state'][]): string =>
  trackPoints(steps(...of))
    .map(({ state }) => state)
    .join(' ');

describe('issue 46: the track of a request', () => {
  it.each<[string, readonly Step['state'][], string]>([
    ['it waits for approval', ['done', 'now'], 'done now waiting waiting waiting'],
    ['nobody had to approve it', ['done', 'skipped', 'now'], 'done done now waiting waiting'],
    ['it was sent, and is looked for', ['done', 'done', 'done', 'now'], 'done done now waiting waiting'],
    ['it is downloading', ['done', 'done', 'done', 'done', 'now'], 'done done done now waiting'],
    ['it is imported', ['done', 'done', 'done', 'done', 'done', 'now'], 'done done done done now'],
    ['it couldn’t be sent', ['done', 'done', 'failed'], 'done done failed waiting waiting'],
    ['the library can’t be read', ['done', 'done', 'done', 'unknown', 'unknown'], 'done done unknown unknown waiting'],
    ['it is there', ['done', 'done', 'done', 'done', 'done', 'done', 'done'], 'done done done done done'],
  ])('where %s', (_what, of, said) => {
    expect(states(...of)).toBe(said);
  });

  it('says when a point was reached, by its last step', () => {
    expect(trackPoints(steps('done', 'skipped', 'done', 'done', 'now')).map(({ at }) => at)).toEqual([
      '2026-01-01',
      '2026-01-02',
      '2026-01-04',
      undefined,
      undefined,
    ]);
  });
});
