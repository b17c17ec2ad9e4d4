import { beforeEach, describe, expect, it } from 'vitest';
import { errorOf } from '../../../../test/harness/error-of.js';
import { MovedClock } from '../../../../test/harness/moved-clock.js';
import { BUILT_IN_SCHEMES } from '../../metadata/metadata.public.js';
import { KidsJudge } from '../../content-policy/content-policy.public.js';
import { TitleLookups } from './title-lookups.js';

describe('doc2 §4 Kids accounts on discovery: ratings of the titles of one answer', () => {
  let clock: MovedClock;
  let lookedUp: number[];

  beforeEach(() => {
    clock = new MovedClock();
    lookedUp = [];
  });

  /** Looks these titles up one after the other, each in so many milliseconds. */
  async function look(tmdbIds: readonly number[], ms: number): Promise<readonly unknown[]> {
    const limits = {
      judge: async (_judge: KidsJudge, _kind: string, tmdbId: number) => {
        lookedUp.push(tmdbId);
        await clock.advance(ms);
        return { shown: true, reason: 'within_cap' } as const;
      },
    };
    const lookups = new TitleLookups(limits, judge(), clock, 'account 1');
    const outcomes: unknown[] = [];
    for (const tmdbId of tmdbIds) {
      const shown = lookups.shows({ kind: 'movie', tmdbId, adult: false, genreIds: [] });
      outcomes.push((await errorOf(shown)) ?? (await shown));
    }
    return outcomes;
  }

  it('are looked up for half a minute, however many there are; from then on the answer is 502', async () => {
    const tooLong = { status: 502, safeText: 'content limits could not be applied' };
    expect(await look([1, 2, 3, 4, 5], 10_000)).toMatchObject([true, true, true, tooLong, tooLong]);
    expect(lookedUp).toEqual([1, 2, 3]);
  });

  it('are all answered where they arrive within it', async () => {
    expect(await look([1, 2, 3, 4], 9_999)).toEqual([true, true, true, true]);
  });
});

function judge(): KidsJudge {
  const schemes = ['movie', 'tv'] as const;
  const [movie, tv] = schemes.map((kind) => {
    const unitedStates = BUILT_IN_SCHEMES[kind].get('US') ?? [];
    return { own: unitedStates, unitedStates };
  });
  if (!movie || !tv) throw new Error('no schemes');
  const policy = {
    maxMovieRating: 'PG',
    maxTvRating: 'TV-PG',
    ratingRegion: 'US',
    blockUnrated: true,
    blockedMovieGenres: [],
    blockedTvGenres: [],
  };
  return new KidsJudge(policy, { movie, tv });
}
