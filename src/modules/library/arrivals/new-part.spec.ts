import { describe, expect, it } from 'vitest';
import { hasNewPart } from './new-part.js';

type Row = Parameters<typeof hasNewPart>[0][number];

const row = (kind: Row['kind'], at: number, episode?: number): Row => ({
  kind,
  at,
  ...(episode !== undefined && { episode: { id: episode, seasonNumber: 1, episodeNumber: episode } }),
});

const SPAN = { from: 100, to: 200 };

describe('doc4 §5.3: what came meanwhile is new where its part had no file before', () => {
  it.each<[string, readonly Row[], boolean]>([
    ['nothing', [], false],
    ['a grab', [row('grabbed', 150)], false],
    ['a first import', [row('imported', 150), row('grabbed', 140)], true],
    ['an import at the begin', [row('imported', 100)], false],
    ['an import at the end', [row('imported', 200)], true],
    ['an import after the end', [row('imported', 201)], false],
    ['a better file', [row('imported', 150), row('deleted', 149), row('imported', 50)], false],
    ['a better file whose deletion alone is known', [row('imported', 150), row('deleted', 150)], false],
    [
      'a better file of one that also came meanwhile',
      [row('imported', 180), row('deleted', 179), row('imported', 150)],
      true,
    ],
    ['a file that came meanwhile and was deleted', [row('deleted', 180), row('imported', 150)], true],
    [
      'a new episode beside a better one',
      [row('imported', 150, 1), row('imported', 50, 1), row('imported', 160, 2)],
      true,
    ],
    ['better episodes alone', [row('imported', 150, 1), row('imported', 50, 1), row('imported', 60, 2)], false],
    ['several tracks of an album', [row('imported', 152), row('imported', 151), row('imported', 150)], true],
  ])('%s', (_, happened, isNew) => {
    expect(hasNewPart(happened, SPAN)).toBe(isNew);
    expect(hasNewPart([...happened].reverse(), SPAN)).toBe(isNew);
  });
});
