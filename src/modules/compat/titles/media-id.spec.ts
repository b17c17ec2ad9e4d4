import { describe, expect, it } from 'vitest';
import { mediaIdOf, seasonIdOf, titleOfMediaId } from './media-id.js';

describe('doc2 §2: media ids', () => {
  it('are twice the TMDB id, plus one for series, and lead back', () => {
    for (const title of [
      { mediaType: 'movie', tmdbId: 990101 } as const,
      { mediaType: 'tv', tmdbId: 990101 } as const,
    ]) {
      expect(titleOfMediaId(mediaIdOf(title))).toEqual(title);
    }
    expect([mediaIdOf({ mediaType: 'movie', tmdbId: 5 }), mediaIdOf({ mediaType: 'tv', tmdbId: 5 })]).toEqual([10, 11]);
  });
});

describe('issue 6: ids of seasons', () => {
  it('fit the 32-bit integers of clients, whatever they belong to', () => {
    for (const owner of [1, 300_000, 429_496, 429_497, 2 ** 31 - 1])
      for (const season of [0, 1, 2026]) {
        const id = seasonIdOf(owner, season);
        expect([owner, season, id >= 0 && id < 2 ** 31 && Number.isInteger(id)]).toEqual([owner, season, true]);
      }
  });

  it('are each another, of one owner and of its neighbours', () => {
    const ids = [7, 8, 429_495].flatMap((owner) => [0, 1, 2, 99, 2026].map((season) => seasonIdOf(owner, season)));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
