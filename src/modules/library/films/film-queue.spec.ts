import { describe, expect, it } from 'vitest';
import type { RadarrQueueRow } from '../../../clients/radarr/radarr-movie.js';
import { filmQueue } from './film-queue.js';

let jobs = 0;
const row = (over: Partial<RadarrQueueRow> = {}): RadarrQueueRow => ({
  movieId: 13,
  downloadId: `job-${++jobs}`,
  status: 'downloading',
  size: 1000,
  sizeLeft: 250,
  ...over,
});

const kept = ({ downloadId, size, sizeLeft }: RadarrQueueRow) => ({ downloadId, size, sizeLeft });

describe('filmQueue', () => {
  it('sorts the rows by film, leaves out those of no film, and keeps job and sizes alone', () => {
    const [a, b, c] = [row({ movieId: 1 }), row({ movieId: 2 }), row({ movieId: 1 })];
    const queue = filmQueue([a, b, c, row({ movieId: null })]);
    expect([...queue]).toEqual([
      [1, [kept(a), kept(c)]],
      [2, [kept(b)]],
    ]);
  });
});
